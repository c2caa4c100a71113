import { access, constants, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute } from 'node:path';
import { client } from '@agentclientprotocol/sdk';
import { findProgram, type FoundProgram } from '../program/find-program.ts';
import type { RuntimeCondition, RuntimeHost } from '../runtime-adapter.ts';
import type { AgentSettings } from './agent-settings.ts';
import { startAgent } from './driver/agent-process.ts';
import { greet, unlessItEnds } from './driver/converse.ts';

/** Longest time that an agent may take to answer the greeting, in milliseconds: Gemini CLI took 15 s on a busy machine. */
const GREETING_MS = 45_000;

type Answer = Pick<RuntimeCondition, 'version' | 'isUsable' | 'problem'>;

/**
 * Finds the program and greets it, which costs nothing: it tells its version and whether it speaks the protocol. A program
 * that answered well is not started again for this until its file changes. Nobody can be asked who is signed in: that
 * stays UNKNOWN until a session shows it.
 */
export function detector(agent: AgentSettings): (host: RuntimeHost) => Promise<RuntimeCondition> {
  let known: { readonly file: string; readonly answer: Answer } | undefined;
  return async ({ env }) => {
    const found = await locate(agent, env);
    if ('problem' in found) {
      const { problem } = found;
      return { isInstalled: false, path: null, version: null, signIn: 'UNKNOWN', isUsable: false, problem };
    }
    const { path } = found;
    const { mtimeMs, size, ino } = await stat(path);
    const file = JSON.stringify([path, mtimeMs, size, ino]);
    if (known?.file !== file) {
      const answer = await ask(agent, path, env);
      known = answer.isUsable ? { file, answer } : undefined;
      return { isInstalled: true, path, signIn: 'UNKNOWN', ...answer };
    }
    return { isInstalled: true, path, signIn: 'UNKNOWN', ...known.answer };
  };
}

/** The program that its settings name, or why there is none. */
export async function locate({ name, command }: AgentSettings, env: NodeJS.ProcessEnv): Promise<FoundProgram> {
  if (!isAbsolute(command)) return findProgram(command, `KERNEL_${name.toUpperCase().replaceAll('-', '_')}_PATH`, env);
  return access(command, constants.X_OK).then(
    () => ({ path: command }),
    ({ message }: Error) => ({ problem: `The program of ${name} cannot be run (${message}): correct daemon.json.` }),
  );
}

async function ask(agent: AgentSettings, program: string, env: NodeJS.ProcessEnv): Promise<Answer> {
  const { args, variables, label } = agent;
  try {
    const start = { program, args, cwd: tmpdir(), env: { ...env, ...variables }, stderr: 'ignore' } as const;
    await using running = await startAgent(start);
    const told = await client({ name: 'kernel' }).connectWith(running.stream, (context) =>
      unlessItEnds(running, agent, new AbortController().signal, greet(context), GREETING_MS),
    );
    return { version: told.agentInfo?.version ?? null, isUsable: true, problem: null };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const problem = `${label} does not speak the Agent Client Protocol when it is started as ${[program, ...args].join(' ')}: ${said}`;
    return { version: null, isUsable: false, problem: problem.slice(0, 900) };
  }
}
