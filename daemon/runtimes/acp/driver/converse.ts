import { setImmediate } from 'node:timers/promises';
import { client, type ClientContext, methods, PROTOCOL_VERSION, RequestError } from '@agentclientprotocol/sdk';
import { pause } from '#client/api/streams/pause.ts';
import type { DrivePlan } from '../drive-plan.ts';
import type { Line, Result } from '../line.ts';
import type { AgentProcess } from './agent-process.ts';
import { type Hello, hello, tokensOf, turnEnded } from './answers.ts';
import { ConversationEnd, endOfError, endOfTurn } from './conversation-end.ts';
import { openSession } from './open-session.ts';
import { answerTo, isAllowed } from './permissions.ts';
import { Turn } from './turn.ts';

/** Longest time until an agent answers a greeting, and until it has opened a session, in milliseconds. */
const OPENING_MS = 120_000;
/** How long an agent may take to end a turn that is cancelled, in milliseconds. */
const CANCEL_MS = 5_000;
/** How long after its output an agent may go, in milliseconds. */
const LAST_MOMENT_MS = 2_000;

export interface Conversation {
  readonly agent: AgentProcess;
  readonly plan: DrivePlan;
  /** Where our MCP server listens. */
  readonly toolsAt: string;
  readonly tell: (line: Line) => void;
  /** Cancels the turn. */
  readonly signal: AbortSignal;
}

/**
 * One turn with an agent: greets it, opens a session, hands over the briefing, answers its requests for permission, and
 * tells what it says. Never throws: however it ends is a result.
 */
export async function converse({ agent, plan, toolsAt, tell, signal }: Conversation): Promise<Result> {
  const turn = new Turn(tell);
  let known: Hello | undefined;
  const app = client({ name: 'kernel' })
    .onNotification(methods.client.session.update, ({ params }) => turn.take(params.update))
    .onRequest(methods.client.session.requestPermission, ({ params: { toolCall, options } }) => {
      if (signal.aborted) return { outcome: { outcome: 'cancelled' } };
      const call = turn.asked(toolCall);
      const isPermitted = isAllowed(call, plan);
      if (!isPermitted) turn.refused(call);
      return answerTo(isPermitted, options, plan);
    });
  try {
    return await app.connectWith(agent.stream, async (context) => {
      known = await unlessItEnds(agent, plan, signal, greet(context));
      const opened = await unlessItEnds(agent, plan, signal, openSession(context, plan, known, toolsAt));
      const { sessionId, model } = opened;
      tell({ type: 'init', session: sessionId, ...(model === undefined ? {} : { model }) });
      turn.begin();
      return takeTurn(context, { agent, plan, turn, sessionId, signal });
    });
  } catch (error) {
    turn.end({});
    return endOfError(plan.label, isOfTheAgent(error) ? error : await lostBy(agent.gone, plan.label), known);
  }
}

/** The greeting of the protocol. We offer neither files nor a terminal: an agent has its own, under its own rules. */
export async function greet(context: ClientContext): Promise<Hello> {
  const answer = await context.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    clientInfo: { name: 'kernel', title: 'Kernel', version: '1' },
  });
  const parsed = hello.safeParse(answer);
  if (!parsed.success) throw new ConversationEnd('CRASHED', 'It does not answer as an agent of the protocol does.');
  const { protocolVersion } = parsed.data;
  if (protocolVersion === PROTOCOL_VERSION) return parsed.data;
  throw new ConversationEnd(
    'RUNTIME_MISSING',
    `It speaks version ${protocolVersion} of the Agent Client Protocol and Kernel version ${PROTOCOL_VERSION}: update the older of the two.`,
  );
}

interface TurnParts extends Pick<Conversation, 'agent' | 'plan' | 'signal'> {
  readonly turn: Turn;
  readonly sessionId: string;
}

async function takeTurn(context: ClientContext, { agent, plan, turn, sessionId, signal }: TurnParts): Promise<Result> {
  const prompt = [{ type: 'text' as const, text: plan.prompt }];
  const answering = context.request(methods.agent.session.prompt, { sessionId, prompt });
  const cancelled = new AbortController();
  const cancel = async () => {
    await context.notify(methods.agent.session.cancel, { sessionId });
    setTimeout(() => cancelled.abort(), CANCEL_MS).unref();
  };
  const onAbort = () => void cancel().catch(() => cancelled.abort());
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  const answer = await unlessItEnds(agent, plan, cancelled.signal, answering, null);
  const ended = turnEnded.parse(answer);
  // What was said before the answer is still on its way through the connection.
  await setImmediate();
  turn.end(tokensOf(ended));
  return endOfTurn(plan.label, ended.stopReason);
}

/**
 * What an agent answers, unless it goes away first, `signal` fires, or it takes longer than `limitMs`; null for as long as
 * it takes. Each of these is thrown as a ConversationEnd with what to do.
 */
export async function unlessItEnds<T>(
  { gone }: Pick<AgentProcess, 'gone'>,
  { label }: Pick<DrivePlan, 'label'>,
  signal: AbortSignal,
  answer: Promise<T>,
  limitMs: number | null = OPENING_MS,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const otherwise = new Promise<never>((_resolve, reject) => {
    const end = (detail: string) => reject(new ConversationEnd('CRASHED', detail));
    void gone.then((how) => end(`${label} ended in the middle of the conversation (${how}).`));
    signal.addEventListener('abort', () => end(`${label} was asked to end.`), { once: true });
    if (signal.aborted) end(`${label} was asked to end.`);
    if (limitMs === null) return;
    const seconds = limitMs / 1_000;
    timer = setTimeout(() => end(`${label} gave no answer within ${seconds} seconds: try it in a terminal.`), limitMs);
  });
  try {
    return await Promise.race([answer, otherwise]);
  } finally {
    clearTimeout(timer);
  }
}

const isOfTheAgent = (error: unknown): boolean => error instanceof RequestError || error instanceof ConversationEnd;

/** Why a conversation was lost that nobody ended: an agent that goes closes its output a moment before. */
async function lostBy(gone: Promise<string>, label: string): Promise<ConversationEnd> {
  const waited = new AbortController();
  const how = await Promise.race([gone, pause(LAST_MOMENT_MS, waited.signal)]);
  waited.abort();
  return typeof how === 'string'
    ? new ConversationEnd('CRASHED', `${label} ended in the middle of the conversation (${how}).`)
    : new ConversationEnd('CRASHED', `${label} closed its output in the middle of the conversation, and ran on.`);
}
