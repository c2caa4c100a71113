import type { SessionExitReason } from '../../../api/graphql/graphql.ts';

interface ExitWords {
  /** What happened. */
  readonly title: string;
  /** What to do; undefined where nothing is to be done. */
  readonly remedy?: string;
}

const AGAIN = 'then start another session.';

/** How a session that a machine ran came to its end, and what somebody can do about it. */
export const exitWords: Readonly<Record<SessionExitReason, ExitWords>> = {
  COMPLETED: { title: 'Ended by itself, its work done or handed over' },
  CANCELLED: { title: 'Somebody stopped it' },
  EXITED_WITHOUT_COMPLETION: {
    title: 'Ended without completing',
    remedy:
      'The record shows neither its work done nor handed over, and it is not run again by itself. Read what it did, then hand the work off from it or start another session.',
  },
  CRASHED: { title: 'The runtime failed', remedy: `See what it said last, ${AGAIN}` },
  RATE_LIMITED: {
    title: 'The provider refused more for now',
    remedy: 'Wait until the limit is lifted, or start another session on another runtime.',
  },
  NOT_SIGNED_IN: {
    title: 'Nobody is signed in to the runtime there',
    remedy: `Sign in to it on the machine, ${AGAIN}`,
  },
  SANDBOX_FAILED: {
    title: 'The runtime’s sandbox could not start',
    remedy: `Allow it what it needs on the machine, ${AGAIN}`,
  },
  TIMED_OUT: {
    title: 'It ran longer than it was allowed to',
    remedy: 'Start another session with more time, or with a smaller objective.',
  },
  RUNTIME_MISSING: {
    title: 'The runtime’s program is not there, or cannot be run',
    remedy: `Install it on the machine, ${AGAIN}`,
  },
  WORKSPACE_MISSING: {
    title: 'The folder it was to run in is not there',
    remedy: 'Start another session and name a folder that the machine has.',
  },
  WORKSPACE_BUSY: {
    title: 'Another session runs in the same folder',
    remedy: `Wait for that one, or name another folder, ${AGAIN}`,
  },
  PACKAGE_MISMATCH: {
    title: 'The package did not hash to what was said',
    remedy: 'It was not briefed. Read the package again and start another session from it.',
  },
  LOST: {
    title: 'Its process is gone and left no word of how',
    remedy: 'Look at the folder for what it left, then start another session.',
  },
};

/** Ends that say all is well. */
export const isGoodEnd = (reason: SessionExitReason): boolean => reason === 'COMPLETED' || reason === 'CANCELLED';
