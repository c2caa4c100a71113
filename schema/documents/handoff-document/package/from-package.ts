import type { HandoffPackageV1 } from '../../handoff-package/v1.ts';
import { readEntries, renderSteps } from '../entries.ts';
import type { DocumentContent } from '../read-document.ts';
import { splitLines } from '../reading/document-line.ts';
import { scanLines } from '../reading/scan-lines.ts';
import { renderDocument } from '../render-document.ts';
import { writeDecision } from './decision-entry.ts';
import { writeExact } from './exact-text.ts';
import { IN_PROGRESS, type Label, labels, sourceLabels } from './labels.ts';

/**
 * A package as a document of six sections. What a document has no section for goes under Critical Context, each entry
 * with its label, and `packageFromDocument` reads it all back: the same package, but for nothing.
 */
export function documentFromPackage(document: HandoffPackageV1): string {
  return renderDocument(contentOf(document));
}

function contentOf(document: HandoffPackageV1): DocumentContent {
  const { work, state, next } = document;
  const first = state.unresolved.findIndex((entry) => !entry.startsWith(IN_PROGRESS));
  const open = first < 0 ? state.unresolved.length : first;
  return {
    goal: work.goal === '' ? '' : writeExact(work.goal),
    constraints: document.constraints.map(writeExact),
    done: state.completed.map(writeExact),
    inProgress: state.unresolved.slice(0, open).map((entry) => writeExact(entry.slice(IN_PROGRESS.length))),
    pending: state.unresolved.slice(open).map(writeExact),
    decisions: document.decisions.map(writeDecision),
    criticalContext: facts(document),
    nextSteps: stepsOf(next.objective),
  };
}

function facts({ work, state, next, source, truncation, ...document }: HandoffPackageV1): string[] {
  const fact = (label: Label, value: string) => labels[label] + writeExact(value);
  return [
    fact('id', work.id),
    fact('key', work.key),
    fact('title', work.title),
    fact('taskType', work.task_type),
    fact('priority', work.priority),
    fact('state', work.state),
    fact('phase', state.phase),
    fact('purpose', next.purpose),
    ...document.acceptance_criteria.map((text) => fact('criterion', text)),
    ...document.artifacts.map((artifact) => labels.artifact + JSON.stringify(artifact)),
    ...document.blockers.map((blocker) => labels.blocker + JSON.stringify(blocker)),
    ...document.relevant_files.map((path) => fact('file', path)),
    ...document.evidence_links.map((link) => fact('evidence', link)),
    ...sourceLabels.flatMap(([key, label]) => {
      const value = source[key];
      return value === undefined ? [] : [fact(label, value)];
    }),
    fact('compiled', document.generated_at),
    labels.leftOut + JSON.stringify(truncation),
  ];
}

/** An objective that is exactly a numbered list is its steps; any other text is one step. */
function stepsOf(objective: string): string[] {
  if (objective === '') return [];
  const entries = readEntries(scanLines(objective).lines);
  const isList = entries.length > 1 && splitLines(objective).length > 1 && renderSteps(entries) === objective;
  return isList ? entries : [writeExact(objective)];
}
