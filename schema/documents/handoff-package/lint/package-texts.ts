import type { HandoffPackageV1 } from '../v1.ts';

/** A text of a package and where it stands, as in `decisions[2].rationale`. */
export interface PackageText {
  readonly path: string;
  readonly text: string;
}

/** Every text of a package that a person or an agent wrote, in the order of the document. */
export function packageTexts(document: HandoffPackageV1): PackageText[] {
  return textsOf({
    work: {
      key: document.work.key,
      title: document.work.title,
      goal: document.work.goal,
      task_type: document.work.task_type,
    },
    constraints: document.constraints,
    acceptance_criteria: document.acceptance_criteria,
    state: { completed: document.state.completed, unresolved: document.state.unresolved },
    decisions: document.decisions.map(({ statement, rationale, evidence }) => ({ statement, rationale, evidence })),
    artifacts: document.artifacts.map(({ type, title, uri_or_download }) => ({ type, title, uri_or_download })),
    blockers: document.blockers.map(({ title }) => ({ title })),
    relevant_files: document.relevant_files,
    next: document.next,
    source: document.source,
  });
}

function textsOf(value: unknown, path = ''): PackageText[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (Array.isArray(value)) return value.flatMap((item, at) => textsOf(item, `${path}[${at}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => textsOf(member, path === '' ? key : `${path}.${key}`));
}
