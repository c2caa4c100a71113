import { v7 as uuidv7 } from 'uuid';
import { totalOf } from '#schema/documents/redaction/classes.ts';
import { redact } from '#schema/documents/redaction/redact.ts';
import { secretValuesOf } from '#schema/documents/redaction/secret-values-of.ts';
import { type StorePlaces, storePlaces } from './places.ts';

/** Takes secrets out of a text; `count` is how many. Applied to its own result it changes nothing. */
export type Redact = (text: string) => { readonly text: string; readonly count: number };

/** What every function of the store works with. Nothing is opened or made until one of them needs it. */
export interface HandoffStore {
  readonly places: StorePlaces;
  readonly redact: Redact;
  readonly now: () => Date;
  /** A new UUID, which grows with time. */
  readonly newId: () => string;
  readonly env: NodeJS.ProcessEnv;
}

export interface StoreOptions {
  /** Where the store lies, how git is found, and which values are secret wherever they stand. */
  readonly env: NodeJS.ProcessEnv;
  readonly redact?: Redact;
  readonly now?: () => Date;
}

/** The store of this machine and user, where the environment says it lies. */
export function openHandoffStore({ env, redact = redactFor(env), now = () => new Date() }: StoreOptions): HandoffStore {
  return { places: storePlaces(env), redact, now, newId: () => uuidv7(), env };
}

function redactFor(env: NodeJS.ProcessEnv): Redact {
  const secretValues = secretValuesOf(env);
  return (text) => {
    const redacted = redact(text, { secretValues });
    return { text: redacted.text, count: totalOf(redacted.counts) };
  };
}
