import { holdsMarker } from '../../redaction/marker.ts';
import { makeVisible } from '../../text/make-visible.ts';
import { oneLine } from '../../text/one-line.ts';
import { headOf } from '../../text/head-of.ts';
import type { FreshnessFinding } from '../../freshness/findings.ts';
import { isInstructionLike } from './instruction-like.ts';
import { lintCodes, type LintCode } from './lint-codes.ts';
import { findSupersededCitations, type SupersededDecision } from './superseded-citations.ts';
import { packageTexts } from './package-texts.ts';
import { unresolvedEntry } from '../unresolved-entry.ts';
import type { HandoffPackageV1 } from '../v1.ts';

/** One warning about a package. `path` is where in the document, as in `blockers[0]`. */
export interface LintWarning {
  readonly code: LintCode;
  readonly message: string;
  readonly path: string;
}

/** What the record knows and the package, by design, does not carry. */
export interface LintContext {
  readonly superseded?: readonly SupersededDecision[];
  /** Evidence of the latest outcome. */
  readonly outcomeEvidence?: readonly string[];
  /** How many files the source had uncommitted, and what a destination found different; nothing where nobody looked. */
  readonly uncommittedFiles?: number;
  readonly freshness?: readonly FreshnessFinding[];
}

/** As much of a text as a message quotes, in UTF-16 units. */
const quotedUnits = 80;

/**
 * Warnings for the person who is about to accept a package, by code in the order of `lintCodes`, then by place. They
 * stop nothing: a package with warnings is accepted like any other.
 */
export function lintPackage(document: HandoffPackageV1, context: LintContext = {}): LintWarning[] {
  const order = Object.keys(lintCodes);
  return [
    ...findMissing(document),
    ...findPerItem(document, context),
    ...findStale(context),
    ...findSuspiciousTexts(document),
  ].sort((a, b) => order.indexOf(a.code) - order.indexOf(b.code));
}

function findMissing(document: HandoffPackageV1): LintWarning[] {
  const missing: [LintCode, string, boolean][] = [
    ['NO_OBJECTIVE', 'next.objective', document.next.objective.trim() === ''],
    ['NO_ACCEPTANCE_CRITERIA', 'acceptance_criteria', document.acceptance_criteria.length === 0],
    ['NO_SOURCE_SESSION', 'source.session_id', document.source.session_id === undefined],
    ['NO_DECISIONS', 'decisions', document.decisions.length === 0],
    ['NO_ARTIFACTS', 'artifacts', document.artifacts.length === 0],
    ['NO_TEST_EVIDENCE', 'artifacts', !hasTestEvidence(document)],
    ['NO_RELEVANT_FILES', 'relevant_files', document.relevant_files.length === 0],
  ];
  return missing
    .filter(([, , isMissing]) => isMissing)
    .map(([code, path]) => ({ code, path, message: lintCodes[code].description }));
}

function hasTestEvidence(document: HandoffPackageV1): boolean {
  const evidence = document.decisions.flatMap((decision) => decision.evidence);
  const artifacts = document.artifacts.flatMap(({ type, title, uri_or_download }) => [type, title, uri_or_download]);
  return [...evidence, ...artifacts].some((text) =>
    /(?:^|[^a-z])(?:tests?|specs?|ci|checks?|coverage)(?:[^a-z]|$)/i.test(text),
  );
}

function findPerItem(document: HandoffPackageV1, context: LintContext): LintWarning[] {
  const critical = document.blockers.flatMap(({ severity, title }, at) =>
    severity === 'critical' ? [warn('OPEN_CRITICAL_BLOCKER', `blockers[${at}]`, title)] : [],
  );
  const unmet = document.state.unresolved.flatMap((entry, at) => {
    const criterion = unresolvedEntry.readCriterion(entry);
    if (criterion === null || isEvidenced(criterion, document, context)) return [];
    return [warn('UNMET_CRITERION_WITHOUT_EVIDENCE', `state.unresolved[${at}]`, criterion)];
  });
  const stale = findSupersededCitations(document.decisions, context.superseded ?? []).map(({ at, cited }) =>
    warn('DECISION_CITES_SUPERSEDED', `decisions[${at}]`, cited.statement),
  );
  const evidence = document.decisions.flatMap((decision, at) =>
    decision.evidence.flatMap((link, nth) =>
      isUri(link) ? [] : [warn('EVIDENCE_IS_NOT_A_URI', `decisions[${at}].evidence[${nth}]`, link)],
    ),
  );
  return [...critical, ...unmet, ...stale, ...evidence];
}

function isEvidenced(criterion: string, document: HandoffPackageV1, context: LintContext): boolean {
  if ((context.outcomeEvidence ?? []).length > 0) return true;
  return document.decisions.some(
    ({ statement, rationale, evidence }) =>
      evidence.length > 0 && (statement.includes(criterion) || rationale.includes(criterion)),
  );
}

function findStale({ uncommittedFiles = 0, freshness = [] }: LintContext): LintWarning[] {
  const stale = freshness.map(({ message }) => ({ code: 'STALE_HEAD', path: 'relevant_files', message }) as const);
  if (uncommittedFiles === 0) return stale;
  const message = `${lintCodes.UNCOMMITTED_FILES.description} There were ${uncommittedFiles}.`;
  return [...stale, { code: 'UNCOMMITTED_FILES', path: 'relevant_files', message }];
}

function findSuspiciousTexts(document: HandoffPackageV1): LintWarning[] {
  return packageTexts(document).flatMap(({ path, text }) => [
    ...(isInstructionLike(text) ? [warn('INSTRUCTION_LIKE_TEXT', path, text)] : []),
    ...(makeVisible(text) !== text.replace(/\r\n?/g, '\n') ? [warn('HIDDEN_CHARACTERS', path, text)] : []),
    ...(holdsMarker(text) ? [warn('SECRET_REPLACED', path, text)] : []),
  ]);
}

/** A scheme of one letter is a Windows drive. */
function isUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\S+$/i.test(text) && URL.canParse(text);
}

function warn(code: LintCode, path: string, text: string): LintWarning {
  const head = headOf(text, quotedUnits);
  const quoted = oneLine(head) + (head.length < text.length ? '…' : '');
  return { code, path, message: `${lintCodes[code].description} It reads: "${quoted}"` };
}
