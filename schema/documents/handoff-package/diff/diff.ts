import { canonicalJson } from '../canonical-json.ts';
import { diffFields, type Fields } from './diff-fields.ts';
import { diffList, type ListRule } from './diff-list.ts';
import type { PackageChange } from './package-change.ts';
import type { HandoffPackageV1 } from '../v1.ts';

/**
 * What differs between two packages: single fields first, then the lists, in the order of the document. Items are
 * matched by what they are, never by where they stand: decisions by statement and time, artifacts by title, blockers by
 * id, texts by themselves; a change of order is a change of its own. `generated_at` is no difference, as it is not
 * hashed: the answer is empty exactly when both packages have the same hash.
 */
export function diffPackages(before: HandoffPackageV1, after: HandoffPackageV1): PackageChange[] {
  const phases = [{ phase: before.state.phase }, { phase: after.state.phase }] as const;
  return [
    ...diffSection('work', before.work, after.work),
    ...diffSection('state', ...phases),
    ...diffSection('next', before.next, after.next),
    ...diffSection('source', before.source, after.source),
    ...lists.flatMap((rule) => diffList(rule, before, after)),
    ...diffSection('truncation', before.truncation, after.truncation),
  ];
}

const lists: readonly ListRule[] = [
  textList('constraints', 'constraints', 'constraint', (document) => document.constraints),
  textList('acceptance_criteria', 'acceptance_criteria', 'criterion', (document) => document.acceptance_criteria),
  textList('state', 'state.completed', 'milestone', (document) => document.state.completed),
  textList('state', 'state.unresolved', 'unresolved', (document) => document.state.unresolved),
  itemList('decisions', 'decision', ['statement', 'recorded_at'], 'statement', (document) => document.decisions),
  itemList('artifacts', 'artifact', ['title'], 'title', (document) => document.artifacts),
  itemList('blockers', 'blocker', ['id'], 'title', (document) => document.blockers),
  textList('relevant_files', 'relevant_files', 'file', (document) => document.relevant_files),
  textList('evidence_links', 'evidence_links', 'evidence link', (document) => document.evidence_links),
];

function diffSection(section: PackageChange['section'], before: Fields, after: Fields): PackageChange[] {
  return diffFields({ section, path: section, label: section, item: null }, before, after);
}

function textList(section: ListRule['section'], path: string, noun: string, read: ListRule['read']): ListRule {
  return { section, path, noun, read, identity: String, show: String };
}

function itemList(
  section: ListRule['section'],
  noun: string,
  identifiers: readonly string[],
  name: string,
  read: ListRule['read'],
): ListRule {
  const field = (item: string | Fields, key: string) => (typeof item === 'string' ? item : item[key]);
  return {
    section,
    path: section,
    noun,
    read,
    identity: (item) => canonicalJson(identifiers.map((key) => field(item, key))),
    show: (item) => String(field(item, name)),
  };
}
