import { readFile } from 'node:fs/promises';
import { type DrivePlan, drivePlan } from '../drive-plan.ts';
import type { Line, Result } from '../line.ts';
import { startAgent } from './agent-process.ts';
import { converse } from './converse.ts';
import { serveTools } from './serve-tools.ts';

export interface DriverHost {
  readonly env: NodeJS.ProcessEnv;
  /** Takes one line of output, without its end. */
  readonly print: (line: string) => void;
  /** Cancels the turn and ends the agent. */
  readonly signal: AbortSignal;
}

/**
 * The process of one session of an agent: starts it, speaks with it as the plan at `planPath` says, and prints what it
 * says, one line of JSON each, the result last. Returns once the agent and all it started are gone, with whether its turn
 * came to an end. Throws for a plan that cannot be read.
 */
export async function driveAgent(planPath: string, { env, print, signal }: DriverHost): Promise<boolean> {
  const plan = drivePlan.parse(JSON.parse(await readFile(planPath, 'utf8')));
  const tell = (line: Line) => print(JSON.stringify(line));
  const result = await resultOf(plan, { env, tell, signal });
  tell(result);
  return result.reason === 'COMPLETED';
}

async function resultOf(
  plan: DrivePlan,
  { env, tell, signal }: { env: NodeJS.ProcessEnv; tell: (line: Line) => void; signal: AbortSignal },
): Promise<Result> {
  const { program, args, workspace: cwd, label } = plan;
  const started = await startAgent({ program, args, cwd, env, stderr: 'inherit' }).catch((error: unknown) => {
    return { problem: `${label} could not be started: ${error instanceof Error ? error.message : String(error)}` };
  });
  if ('problem' in started) return { type: 'result', reason: 'RUNTIME_MISSING', detail: started.problem };
  await using agent = started;
  await using tools = await serveTools(plan.kernel, env);
  return await converse({ agent, plan, toolsAt: tools.path, tell, signal });
}
