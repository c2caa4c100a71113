import type { Briefing } from '#schema/documents/briefing/briefing.ts';
import type { WorkItemToBrief } from '#schema/documents/briefing/render-work-item.ts';
import type { HandoffPackageV1 } from '#schema/documents/handoff-package/v1.ts';
import type { FoundProgram } from './program/find-program.ts';

/** What an adapter may know of the machine it runs on. */
export interface RuntimeHost {
  /** The daemon's own environment; an adapter reads it and never sends it anywhere. */
  readonly env: NodeJS.ProcessEnv;
}

/** What was found out of a runtime here, without starting a session and without spending anything. */
export interface RuntimeCondition {
  readonly isInstalled: boolean;
  /** Where its program lies, as an absolute path. */
  readonly path: string | null;
  readonly version: string | null;
  readonly signIn: 'SIGNED_IN' | 'SIGNED_OUT' | 'UNKNOWN';
  readonly isUsable: boolean;
  /** Why it is not usable and what to do, in a sentence; of one that is usable, what to know of it. */
  readonly problem: string | null;
}

/** What a session is briefed from: the package of a handoff, or the work item alone. */
export type BriefingSource = {
  /** The ended session whose run of the runtime is gone on with; none for a run that begins. */
  readonly resumes?: string;
} & (
  | {
      readonly kind: 'HANDOFF';
      readonly handoffId: string;
      readonly document: HandoffPackageV1;
      readonly version: number;
      readonly hash: string;
      /** How this workspace stands to the one the package came from, in a paragraph; none where nothing was pinned. */
      readonly freshness?: string;
    }
  | { readonly kind: 'WORK_ITEM'; readonly workItem: WorkItemToBrief }
);

/** Whom the access note speaks to. */
export interface SessionIds {
  readonly sessionId: string;
  readonly workItemId: string;
}

/** The very text that the runtime is handed, and what it does not say. */
export type ProviderContext = Briefing;

/** What a launch is made of. */
export interface LaunchRequest {
  /** The program, as `detect` found it. */
  readonly program: string;
  /** Its version, as `detect` found it. */
  readonly version: string | null;
  /** Absolute path of the folder it works in. */
  readonly workspace: string;
  /** What `compileProviderContext` gave. */
  readonly prompt: string;
  readonly sessionId: string;
  /** A folder of this launch's own, 0700, for settings files; it goes when the launch is forgotten. */
  readonly launchDir: string;
  /** Words that start `kernel` here, for a runtime that takes an MCP server. */
  readonly kernel: readonly string[];
}

/** How the process is started. Its output is read from files. */
export interface LaunchPlan {
  readonly command: string;
  readonly args: readonly string[];
  /** All that its standard input holds, which is empty when left out. Unlike arguments, no other user can read it. */
  readonly input?: string;
  /** Variables beside those that every session gets and those that `environment` lets through. */
  readonly env: Readonly<Record<string, string>>;
}

/** Something a runtime said, in the words of a session's timeline. `summary` and `text` leave only as the sync mode allows. */
export interface RuntimeEvent {
  readonly kind: 'STARTED' | 'INIT' | 'MESSAGE' | 'TOOL' | 'USAGE' | 'BLOCKED' | 'COMPLETED' | 'FAILED';
  readonly count?: number;
  readonly durationMs?: number;
  readonly model?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly costMicroUsd?: number;
  readonly summary?: string;
  readonly text?: string;
  /** The runtime's own id of this run, where this event tells it. */
  readonly providerSessionId?: string;
}

/** How a process ended: its exit code, 128 and more for a signal; null when it left none. */
export interface ProcessExit {
  readonly code: number | null;
  /** The end of its standard error, for the sentence that a person reads. */
  readonly stderr: string;
}

/** How a session that was neither stopped nor timed out came to its end. */
export interface Verdict {
  readonly reason:
    'COMPLETED' | 'CRASHED' | 'RATE_LIMITED' | 'NOT_SIGNED_IN' | 'SANDBOX_FAILED' | 'RUNTIME_MISSING' | 'LOST';
  /** A sentence with a remedy; null when there is nothing to say. Never a secret. */
  readonly detail: string | null;
}

/** Reads one run of a runtime, line by line from its beginning. The same lines give the same events. */
export interface EventReader {
  /** What a whole line of the standard output says; nothing for a line that is not understood. Must not throw. */
  read(line: string): RuntimeEvent[] | Promise<RuntimeEvent[]>;
  /** Judges the end by what was read and how the process ended. */
  end(exit: ProcessExit): Verdict;
}

/** The port to one kind of coding agent. All adapters are alike: a folder each, with a file for each of these. */
export interface RuntimeAdapter {
  /** The name on the record, such as codex. */
  readonly name: string;
  /** The name for people, such as Codex. */
  readonly label: string;
  /** Beginnings of names of variables that the runtime needs from the daemon's environment, such as `CODEX_`. */
  readonly environment: readonly string[];
  /** How it is asked to end, and how long it may take until it is killed, in milliseconds. */
  readonly stop: { readonly signal: 'SIGTERM' | 'SIGINT'; readonly graceMs: number };
  /** Finds its program, without starting it. */
  locate(host: RuntimeHost): Promise<FoundProgram>;
  /** Looks whether it is here and who is signed in. Bounded in time; throws nothing that a person could mend. */
  detect(host: RuntimeHost): Promise<RuntimeCondition>;
  /** The briefing with the access note last. Pure. */
  compileProviderContext(source: BriefingSource, ids: SessionIds): ProviderContext;
  launch(request: LaunchRequest): Promise<LaunchPlan>;
  /** Goes on with a run of the runtime's own id. */
  resume(request: LaunchRequest, providerSessionId: string): Promise<LaunchPlan>;
  readEvents(): EventReader;
  /** Removes what an aborted run left in the workspace, if it is empty and this launch made it, as its folder tells. */
  tidy?(workspace: string, launchDir: string): Promise<void>;
}
