import { z } from 'zod';
import { readJson } from '../durable/read-json.ts';
import { writeDurably } from '../durable/write-file.ts';

const runtime = z.object({
  runtime: z.string(),
  isInstalled: z.boolean(),
  path: z.string().nullable(),
  version: z.string().nullable(),
  signIn: z.enum(['SIGNED_IN', 'SIGNED_OUT', 'UNKNOWN']),
  isUsable: z.boolean(),
  problem: z.string().nullable(),
});

/** The last word of a daemon that somebody ended. */
export const ENDED_AS_ASKED = 'The daemon was ended.';

const status = z.object({
  /** The version of the daemon. */
  version: z.string(),
  serverUrl: z.string(),
  machineId: z.string().nullable(),
  machineName: z.string(),
  /** Whether the server answers: its last heartbeat was taken, or why not. */
  isConnected: z.boolean(),
  problem: z.string().nullable(),
  /** Why it ended, as its last word; null as long as it runs, and of one that was killed. */
  ended: z.string().nullable(),
  /** When the server answered last. */
  lastContactAt: z.string().nullable(),
  runtimes: z.array(runtime),
  sessions: z.array(
    z.object({ launchId: z.string(), sessionId: z.string(), workItemKey: z.string(), runtime: z.string() }),
  ),
  /** Reports that wait for the server. */
  waitingReports: z.number(),
  /** Launches of which no report is sent for now, because the server fails on one. */
  heldReports: z.array(z.object({ launchId: z.string(), reports: z.number(), why: z.string() })).default([]),
});

/** What a daemon says of itself on its own machine, readable when the server is not. */
export type DaemonStatus = z.infer<typeof status>;

/** What one runtime was found to be like. */
export type RuntimeFound = z.infer<typeof runtime>;

export const readStatus = (path: string): Promise<DaemonStatus | undefined> => readJson(path, status);

export const writeStatus = (path: string, current: DaemonStatus): Promise<void> =>
  writeDurably(path, JSON.stringify(current, null, 2));
