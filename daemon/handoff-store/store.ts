import { v7 as uuidv7 } from 'uuid';
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
  readonly env: NodeJS.ProcessEnv;
  readonly redact: Redact;
  readonly now?: () => Date;
  readonly newId?: () => string;
}

/** The store of this machine and user, where the environment says it lies. */
export function openHandoffStore({ env, redact, now = () => new Date(), newId = uuidv7 }: StoreOptions): HandoffStore {
  return { places: storePlaces(env), redact, now, newId: () => newId(), env };
}
