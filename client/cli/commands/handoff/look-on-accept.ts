import { resolve } from 'node:path';
import { handoffPackageV1 } from '#schema/documents/handoff-package/v1.ts';
import { fetchOfferedSource, reportFreshness, reportSourcePin } from '../../../api/operations/handoffs/freshness.ts';
import type { Call } from '../../call.ts';
import { onCheckout } from '../../workspace/on-checkout.ts';

/** Accepting from a checkout: what tells the server of it, once the handoff is accepted. */
export type ReportLook = () => Promise<void>;

interface About {
  readonly handoffId: string;
  readonly sessionId: string;
  /** A folder that was named, undefined for the one the command runs in, false to look at none. */
  readonly checkout: string | false | undefined;
}

/**
 * Holds the checkout that a handoff is accepted from against where its package came from. Undefined where there is
 * nothing to hold or nobody to do it for: no pin, no repository here, or a session that a machine runs, whose daemon looks.
 */
export async function lookOnAccept(call: Call, about: About): Promise<ReportLook | undefined> {
  const { handoffId, sessionId, checkout } = about;
  if (checkout === false) return undefined;
  const connection = await call.connection();
  const { package: offered, isLaunched } = await fetchOfferedSource(connection, handoffId, sessionId);
  const pinned = offered?.sourcePin;
  if (!offered || !pinned || isLaunched) return undefined;
  const pin = { ...pinned, branch: pinned.branch ?? null, ...countsOf(pinned) };
  const { relevant_files: named } = handoffPackageV1.parse(JSON.parse(offered.document));
  const folder = resolve(call.host.cwd, checkout ?? '.');
  const held = await onCheckout(folder, async ({ holdCheckout, isCheckout }) =>
    checkout === undefined && !(await isCheckout(folder)) ? undefined : holdCheckout(folder, pin, named),
  );
  if (held === undefined) return undefined;
  const takenAt = new Date().toISOString();
  return async () => {
    if (held.pin !== undefined) await reportSourcePin(connection, { sessionId, pin: held.pin, takenAt });
    await reportFreshness(connection, { handoffId, sessionId, packageVersion: offered.version, look: held.look });
  };
}

const countsOf = (pin: { uncommittedFiles?: number | null | undefined; treeHash?: string | null | undefined }) => ({
  uncommittedFiles: pin.uncommittedFiles ?? null,
  treeHash: pin.treeHash ?? null,
});
