import type { EventReader, ProcessExit, RuntimeEvent, Verdict } from '../runtime-adapter.ts';
import { type Line, line, type Result } from './line.ts';

/** Reads one run of the driver. Its result line judges the end; without one, the driver itself did not get that far. */
export function readEvents(): EventReader {
  let result: Result | undefined;
  return {
    read(text) {
      const said = parsed(text);
      if (said?.type === 'result') result = said;
      return said === undefined ? [] : eventsOf(said);
    },
    end: (exit) => (result === undefined ? withoutResult(exit) : withResult(result, exit)),
  };
}

/** What an agent wrote on its standard error says more of a crash than the protocol does. */
function withResult({ reason, detail }: Result, { stderr }: ProcessExit): Verdict {
  if (reason !== 'CRASHED' || stderr === '') return { reason, detail };
  return { reason, detail: `${detail ?? ''} ${stderr}`.trim() };
}

function withoutResult({ code, stderr }: ProcessExit): Verdict {
  if (code === null) return { reason: 'LOST', detail: 'Its process is gone and left no exit code.' };
  if (code === 126 || code === 127)
    return { reason: 'RUNTIME_MISSING', detail: `Kernel itself could not be run: ${stderr}` };
  const said = stderr === '' ? 'it said nothing' : stderr;
  return { reason: 'CRASHED', detail: `The conversation with the agent broke off (exit code ${code}): ${said}` };
}

function parsed(text: string): Line | undefined {
  try {
    return line.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function eventsOf(said: Line): RuntimeEvent[] {
  switch (said.type) {
    case 'init': {
      const { session: providerSessionId, model } = said;
      return [{ kind: 'INIT', providerSessionId, ...(model === undefined ? {} : { model }) }];
    }
    case 'message':
      return [{ kind: 'MESSAGE', summary: said.text, text: said.text }];
    case 'tool': {
      const { title: summary, durationMs } = said;
      return [{ kind: 'TOOL', summary, ...(durationMs === undefined ? {} : { durationMs }) }];
    }
    case 'refused':
      return [{ kind: 'BLOCKED', summary: `Not permitted: ${said.title}` }];
    case 'usage': {
      const { inputTokens, outputTokens, costMicroUsd } = said;
      const counts = Object.entries({ inputTokens, outputTokens, costMicroUsd }).filter(([, of]) => of !== undefined);
      return [{ kind: 'USAGE', ...Object.fromEntries(counts) }];
    }
    case 'result':
      return [{ kind: said.reason === 'COMPLETED' ? 'COMPLETED' : 'FAILED' }];
  }
}
