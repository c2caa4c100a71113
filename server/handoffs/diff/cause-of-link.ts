import type { PackageChange } from '#schema/documents/handoff-package/diff/package-change.ts';
import type { HandoffPackageV1 } from '#schema/documents/handoff-package/v1.ts';
import type { Cause, ComparedPackages } from './cause.ts';
import { causeOfRecord } from './cause-of-record.ts';

/**
 * A link comes and goes with the decisions and artifacts that point at it: the cause of the one change among those that
 * carries it; null where several do.
 */
export function causeOfLink(compared: ComparedPackages, link: PackageChange): Cause | null {
  const isNew = link.kind === 'added';
  const text = isNew ? link.after : link.before;
  if (text === null) return null;
  const { document } = isNew ? compared.after : compared.before;
  const causes = new Map<string, Cause>();
  for (const change of compared.changes) {
    const at = isNew ? change.item?.after : change.item?.before;
    if (at === null || at === undefined || !linksOf(document, change.section, at).includes(text)) continue;
    const cause = causeOfRecord(compared, change);
    if (cause !== null) causes.set(`${cause.type} ${cause.subject}`, cause);
  }
  const [only = null, ...more] = causes.values();
  return more.length === 0 ? only : null;
}

function linksOf(document: HandoffPackageV1, section: PackageChange['section'], at: number): readonly string[] {
  if (section === 'decisions') return document.decisions[at]?.evidence ?? [];
  const artifact = section === 'artifacts' ? document.artifacts[at] : undefined;
  return artifact === undefined ? [] : [artifact.uri_or_download];
}
