import { createColors } from 'picocolors';

/** How answers are shown: for a person at a terminal, or plain for whatever reads the pipe. */
export interface View {
  readonly isTerminal: boolean;
  /** Columns of the terminal; lines are only ever clipped on one. */
  readonly columns: number;
  readonly colours: ReturnType<typeof createColors>;
}

const DEFAULT_COLUMNS = 100;

/** The view of one output stream. Colours are used on a terminal only, and not when NO_COLOR is set or TERM is dumb. */
export function viewOf(stream: { isTTY?: boolean; columns?: number }, env: NodeJS.ProcessEnv): View {
  const isTerminal = stream.isTTY === true;
  const wantsColour = isTerminal && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  return { isTerminal, columns: stream.columns ?? DEFAULT_COLUMNS, colours: createColors(wantsColour) };
}
