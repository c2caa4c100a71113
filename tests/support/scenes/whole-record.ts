import type { PrismaClient } from '#prisma/generated/client/client.ts';
import { verifyPackageDocument } from '#schema/documents/handoff-package/verify.ts';

/**
 * What is wrong with the record as it lies in the database, in words; nothing when it is whole. Reads everything that
 * commands on handoffs write together: packages, what is on offer, lineage, the log and its counter.
 */
export async function flawsOf(prisma: PrismaClient): Promise<string[]> {
  const [logs, handoffs] = await Promise.all([flawsOfLogs(prisma), flawsOfHandoffs(prisma)]);
  return [...logs, ...handoffs];
}

async function flawsOfLogs(prisma: PrismaClient): Promise<string[]> {
  const organisations = await prisma.organisation.findMany({ include: { events: { orderBy: { seq: 'asc' } } } });
  return organisations.flatMap(({ id, lastEventSeq, events }) => {
    const gaps = events
      .filter(({ seq }, i) => seq !== BigInt(i + 1))
      .map(({ seq }) => `${id}: gap before event ${seq}`);
    return lastEventSeq === BigInt(events.length)
      ? gaps
      : [...gaps, `${id}: ${events.length} events of ${lastEventSeq}`];
  });
}

const query = (prisma: PrismaClient) =>
  prisma.handoff.findMany({ include: { packages: { orderBy: { version: 'asc' } }, toSession: true } });
type HandoffRow = Awaited<ReturnType<typeof query>>[number];
type EventRow = Awaited<ReturnType<PrismaClient['event']['findMany']>>[number];

async function flawsOfHandoffs(prisma: PrismaClient): Promise<string[]> {
  const handoffs = await query(prisma);
  const events = await prisma.event.findMany({ where: { type: { startsWith: 'handoff.' } } });
  return handoffs.flatMap((handoff) => {
    const own = events.filter(({ handoffId }) => handoffId === handoff.id);
    return [...flawsOfPackages(handoff, own), ...flawsOfAccept(handoff, own)].map((flaw) => `${handoff.id}: ${flaw}`);
  });
}

/** Every version from 1 to the one on offer once: as a row that hashes to what it says, and as an event. */
function flawsOfPackages({ packages, packageVersion, packageHash }: HandoffRow, events: readonly EventRow[]): string[] {
  const rows = packages.map(({ version, hash }) => `${version} ${hash}`);
  const told = events
    .filter(({ type }) => type === 'handoff.compiled')
    .map(({ data }) => data as { version: number; hash: string });
  const inLog = told.sort((a, b) => a.version - b.version).map(({ version, hash }) => `${version} ${hash}`);
  const broken = packages.filter(({ document, hash }) => {
    const verified = verifyPackageDocument(document, hash);
    return !verified.ok || verified.matches !== true || !verified.isCanonical;
  });
  return [
    ...(packages.every(({ version }, i) => version === i + 1) ? [] : [`versions ${rows.join(', ')}`]),
    ...(packages.length === packageVersion ? [] : [`${packages.length} packages of ${packageVersion}`]),
    ...((packages.at(-1)?.hash ?? null) === packageHash
      ? []
      : [`offers ${packageHash}, which is not its last package`]),
    ...(rows.join() === inLog.join() ? [] : [`packages ${rows.join()} but events ${inLog.join()}`]),
    ...broken.map(({ version }) => `version ${version} does not hash to what it says`),
  ];
}

/** Accepted is: the state, one event, one session that continues it, with the source as its parent. */
function flawsOfAccept(handoff: HandoffRow, events: readonly EventRow[]): string[] {
  const { state, acceptedAt, toSession, sourceSessionId } = handoff;
  const accepted = state === 'ACCEPTED' || state === 'COMPLETED';
  const told = events.filter(({ type }) => type === 'handoff.accepted');
  const facts = [acceptedAt !== null, toSession !== null, told.length === 1];
  return [
    ...(facts.every((fact) => fact === accepted) && told.length <= 1
      ? []
      : [`${state}, but ${facts.join()}, ${told.length} events`]),
    ...(toSession === null || toSession.parentSessionId === sourceSessionId ? [] : ['its session has another parent']),
    ...(told[0] === undefined || told[0].agentSessionId === toSession?.id ? [] : ['the log names another session']),
  ];
}
