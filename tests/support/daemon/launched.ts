import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readText } from '#daemon/durable/read-text.ts';
import type { TestApp } from '../server/test-app.ts';
import { eventually } from './eventually.ts';

/** What the agent does, step by step; see scripted-agent-main.mjs. */
export type Orders = readonly Readonly<Record<string, unknown>>[];

/** What a process of the agent noted at its start. */
export interface AgentStart {
  /** When it ran, in milliseconds since 1970. */
  readonly at: number;
  readonly pid: number;
  readonly prompt: string;
  /** All that stood on its command line. */
  readonly words: readonly string[];
  readonly sessionId: string;
  readonly launchId: string;
  readonly credential: string;
}

/** What a path says that leads to no folder at all: a link to itself, a name that no file system takes. */
const NO_FOLDER: ReadonlySet<string> = new Set(['ELOOP', 'ENAMETOOLONG']);

/** A session that a machine was asked to run, and how it stands on the record and in its folder. */
export class Launched {
  readonly sessionId: string;
  readonly launchId: string;
  readonly workspace: string;
  readonly #prisma: TestApp['app']['prisma'];

  constructor({ app }: Pick<TestApp, 'app'>, ids: { sessionId: string; launchId: string }, workspace: string) {
    this.#prisma = app.prisma;
    this.sessionId = ids.sessionId;
    this.launchId = ids.launchId;
    this.workspace = workspace;
  }

  /** Makes a file in the workspace, such as one that the agent waits for. */
  put(file: string, text = ''): Promise<void> {
    return writeFile(join(this.workspace, file), text);
  }

  /** What a file of the workspace holds; undefined while there is none. */
  read(file: string): Promise<string | undefined> {
    return readText(join(this.workspace, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== undefined && NO_FOLDER.has(error.code)) return undefined;
      throw error;
    });
  }

  /** Every process that was made for this launch. */
  async starts(): Promise<AgentStart[]> {
    const lines = ((await this.read('starts.ndjson')) ?? '').split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as AgentStart).filter(({ launchId }) => launchId === this.launchId);
  }

  untilStarted(): Promise<AgentStart> {
    return eventually('the agent starts', async () => (await this.starts())[0]);
  }

  session() {
    return this.#prisma.agentSession.findUniqueOrThrow({ where: { id: this.sessionId } });
  }

  launch() {
    return this.#prisma.launch.findUniqueOrThrow({ where: { id: this.launchId } });
  }

  events() {
    return this.#prisma.sessionEvent.findMany({
      where: { agentSessionId: this.sessionId },
      orderBy: { position: 'asc' },
    });
  }

  /** The session once its status is this one. */
  until(status: Awaited<ReturnType<Launched['session']>>['status']) {
    return eventually(`the session is ${status}`, async () => {
      const session = await this.session();
      return session.status === status && session;
    });
  }

  /** The session once it has ended, however. */
  untilEnded() {
    return eventually('the session ends', async () => {
      const session = await this.session();
      return session.endedAt !== null && session;
    });
  }
}
