import type { fetchSession } from '../../../api/operations/sessions/sessions.ts';
import { amount, lower, packageName } from '../../output/words.ts';

type Session = Awaited<ReturnType<typeof fetchSession>>;
type Receipt = NonNullable<Session['briefingReceipt']>;

/** How far its launch has got, and how its process ended; undefined where no machine was asked to run it. */
export function launchWords({ id, launch }: Session): string | undefined {
  if (launch == null) return undefined;
  const { state, uncertainty, stopRequestedAt, exitCode, exitSignal } = launch;
  const why = uncertainty == null ? '' : `: ${uncertainty}`;
  if (state === 'UNCERTAIN') return `uncertain${why}\nlook on its machine, then: kernel session resolve ${id}`;
  const exit = exitSignal != null ? `, signal ${exitSignal}` : exitCode == null ? '' : `, exit code ${exitCode}`;
  const stop = state !== 'ENDED' && stopRequestedAt != null ? ', asked to stop' : '';
  return `${lower(state)}${exit}${stop}`;
}

/** What a session was briefed with and what was left out of it, one line each; nothing until its machine said so. */
export function briefingLines({ briefingReceipt: receipt }: Session): string[] {
  if (receipt == null) return [];
  const { packageVersion, packageHash } = receipt;
  const from = packageVersion == null ? 'the work item alone' : `package ${packageName(packageVersion, packageHash)}`;
  return [`${amount(receipt.bytes, 'byte')} from ${from}`, `sha256 ${receipt.hash}`, cutsOf(receipt)];
}

/** `nothing was cut`, or what was: `cut: relevant_files (12 of 40), goal (clipped)`. */
export function cutsOf({ cuts, clipped }: Pick<Receipt, 'cuts' | 'clipped'>): string {
  const lost = [
    ...cuts.map(({ section, omitted, kept }) => `${lower(section)} (${omitted} of ${omitted + kept})`),
    ...clipped.map((text) => `${lower(text)} (clipped)`),
  ];
  return lost.length === 0 ? 'nothing was cut' : `cut: ${lost.join(', ')}`;
}

const MICRO = 1_000_000;

/** `1200 tokens in, 300 out, $0.0125`; undefined while its timeline has said nothing of that. */
export function spent({ usage }: Session): string | undefined {
  if (usage == null) return undefined;
  const { inputTokens, outputTokens, costMicroUsd } = usage;
  const cost = costMicroUsd == null ? '' : `, $${(costMicroUsd / MICRO).toFixed(4)}`;
  return `${amount(inputTokens, 'token')} in, ${outputTokens} out${cost}`;
}
