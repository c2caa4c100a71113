import type { z } from 'zod';
import { packageBounds } from '../../handoff-package/bounds.ts';
import { compareCodePoints } from '../../handoff-package/compare-code-points.ts';
import { type HandoffPackageV1, handoffPackageV1 } from '../../handoff-package/v1.ts';
import { renderSteps } from '../entries.ts';
import { readDocument } from '../read-document.ts';
import { readDecision } from './decision-entry.ts';
import { readExact } from './exact-text.ts';
import { IN_PROGRESS, type Label, labels, sourceLabels } from './labels.ts';

const NOTHING_LEFT_OUT = { decisions_omitted: 0, artifacts_omitted: 0, files_omitted: 0 };

export interface PackageOfDocument {
  readonly package: HandoffPackageV1;
  /** Entries of Critical Context that a package has no place for: they stay in the document alone. */
  readonly leftOut: readonly string[];
}

/**
 * A document as a package. Goal, constraints, progress, decisions and next steps come from its sections, everything
 * else from the labelled entries that `documentFromPackage` writes; what the document does not say comes from `known`.
 * Decisions and files beyond the bounds of a package are counted in its `truncation`. Throws ZodError when a labelled
 * fact is not of the shape of a package, or one is missing that `known` does not say either; SyntaxError when one that
 * is JSON cannot be read.
 */
export function packageFromDocument(text: string, known?: HandoffPackageV1): PackageOfDocument {
  const content = readDocument(text);
  const facts = new Facts(content.criticalContext);
  const compiledAt = facts.text('compiled') ?? known?.generated_at;
  const decisions = content.decisions.map((entry) => readDecision(entry, compiledAt ?? ''));
  const files = facts.texts('file', known?.relevant_files ?? []);
  const truncation =
    facts.json('leftOut', handoffPackageV1.shape.truncation)[0] ?? known?.truncation ?? NOTHING_LEFT_OUT;
  const bound = handoffPackageV1.parse({
    kernel_handoff_version: 1,
    work: workOf(facts, content.goal, known),
    constraints: content.constraints.map(readExact),
    acceptance_criteria: facts.texts('criterion', known?.acceptance_criteria ?? []),
    state: {
      phase: facts.text('phase') ?? known?.state.phase,
      completed: content.done.map(readExact),
      unresolved: [
        ...content.inProgress.map((entry) => IN_PROGRESS + readExact(entry)),
        ...content.pending.map(readExact),
      ],
    },
    decisions: decisions.slice(0, packageBounds.decisions),
    artifacts: facts.json('artifact', handoffPackageV1.shape.artifacts.element),
    blockers: facts.json('blocker', handoffPackageV1.shape.blockers.element),
    relevant_files: ascending(files).slice(0, packageBounds.relevantFiles),
    next: { objective: objectiveOf(content.nextSteps), purpose: facts.text('purpose') ?? known?.next.purpose },
    source: sourceOf(facts, known),
    evidence_links: ascending(facts.texts('evidence', known?.evidence_links ?? [])),
    generated_at: compiledAt,
    truncation: {
      ...truncation,
      decisions_omitted: truncation.decisions_omitted + Math.max(0, decisions.length - packageBounds.decisions),
      files_omitted: truncation.files_omitted + Math.max(0, files.length - packageBounds.relevantFiles),
    },
  });
  return { package: bound, leftOut: facts.others };
}

function workOf(facts: Facts, goal: string, known: HandoffPackageV1 | undefined) {
  const work = known?.work;
  return {
    id: facts.text('id') ?? work?.id,
    key: facts.text('key') ?? work?.key,
    title: facts.text('title') ?? work?.title,
    goal: readExact(goal),
    task_type: facts.text('taskType') ?? work?.task_type,
    priority: facts.text('priority') ?? work?.priority,
    state: facts.text('state') ?? work?.state,
  };
}

/** A document of a package names its source or none; any other takes the one that is known. */
function sourceOf(facts: Facts, known: HandoffPackageV1 | undefined): Record<string, string> {
  if (facts.text('id') === undefined) return known?.source ?? {};
  return Object.fromEntries(
    sourceLabels.flatMap(([key, label]) => {
      const value = facts.text(label);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

function objectiveOf(steps: readonly string[]): string {
  const [only = ''] = steps;
  return steps.length > 1 ? renderSteps(steps) : readExact(only);
}

const ascending = (texts: readonly string[]): string[] => [...new Set(texts)].sort(compareCodePoints);

/** The labelled entries of Critical Context, by label. */
class Facts {
  readonly others: string[] = [];
  readonly #values = new Map<Label, string[]>();

  constructor(entries: readonly string[]) {
    const known = Object.entries(labels) as [Label, string][];
    for (const entry of entries) {
      const [label, prefix] = known.find(([, text]) => entry.startsWith(text)) ?? [];
      if (label === undefined || prefix === undefined) this.others.push(entry);
      else this.#values.set(label, [...(this.#values.get(label) ?? []), entry.slice(prefix.length)]);
    }
  }

  text(label: Label): string | undefined {
    const [value] = this.#values.get(label) ?? [];
    return value === undefined ? undefined : readExact(value);
  }

  /** All of a label. A document of a package says of every list what is in it; for any other it is what is known. */
  texts(label: Label, known: readonly string[]): readonly string[] {
    const values = this.#values.get(label);
    if (values === undefined) return this.#values.has('id') ? [] : known;
    return values.map(readExact);
  }

  json<T>(label: Label, shape: z.ZodType<T>): T[] {
    return (this.#values.get(label) ?? []).map((value) => shape.parse(JSON.parse(value)));
  }
}
