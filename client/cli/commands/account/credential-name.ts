import type { SignIn } from '../../sign-in/sign-in.ts';

/** Where a token came from, the way a person looks for it: the name of a variable, or of the file. */
export const credentialName = (source: SignIn['source']): string =>
  source === 'credentials' ? 'credentials.json' : source;
