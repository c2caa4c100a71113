import { makeVisible } from '../text/make-visible.ts';
import { oneLine } from '../text/one-line.ts';
import { escapeMarkdownLine } from './escape-markdown.ts';
import type { HandoffPackageV1 } from './v1.ts';

/** Which package the page shows: its version within the handoff, and its whole hash. */
export interface PackageLabel {
  readonly version: number;
  readonly hash: string;
}

/**
 * The page a person reads before accepting, as Markdown; the web page and the command line show the same text. All
 * text of the package is escaped as data, and text of several lines is quoted, so that none of it can forge a heading,
 * a list, a link, an image, HTML or a fence. Empty sections say so.
 */
export function renderPackageMarkdown(document: HandoffPackageV1, { version, hash }: PackageLabel): string {
  const { work } = document;
  const sections = [
    `# Handoff package for ${inline(work.key)}`,
    bullets([`Version ${version}, compiled ${inline(document.generated_at)}`, `SHA-256 \`${hash}\``]),
    heading('Work', bullets(workFacts(document))),
    heading('Goal', block(work.goal, 'No goal is recorded.')),
    heading('Next', nextStep(document)),
    heading('Constraints', list(document.constraints, 'No constraints.')),
    heading('Acceptance criteria', list(document.acceptance_criteria, 'No acceptance criteria are recorded.')),
    heading('Completed', list(document.state.completed, 'Nothing is completed yet.')),
    heading('Decisions', decisions(document)),
    heading('Artifacts', artifacts(document)),
    heading('Open blockers', blockers(document)),
    heading('Unresolved', list(document.state.unresolved, 'Nothing is left open.')),
    heading('Relevant files', files(document)),
    heading('Evidence', list(document.evidence_links, 'No evidence is linked.')),
    heading('Source', source(document)),
  ];
  return `${sections.join('\n\n')}\n`;
}

function workFacts({ work, state }: HandoffPackageV1): string[] {
  return [
    `Title: ${inline(work.title)}`,
    `Id: ${inline(work.id)}`,
    `Task type: ${inline(work.task_type)}`,
    `Priority: ${inline(work.priority)}`,
    `State: ${inline(state.phase)}`,
  ];
}

function nextStep({ next }: HandoffPackageV1): string {
  return `${block(next.objective, 'No objective is given.')}\n\nWhy it is handed over:\n\n${block(next.purpose, 'No purpose is given.')}`;
}

function decisions({ decisions, truncation }: HandoffPackageV1): string {
  const items = decisions.map(({ statement, rationale, recorded_at, evidence }) =>
    item(statement, [
      ...(rationale === '' ? [] : [`Because: ${multiline(rationale)}`]),
      `Recorded ${inline(recorded_at)}`,
      ...evidence.map((link) => `Evidence: ${inline(link)}`),
    ]),
  );
  return withOmitted(items, 'No decisions are recorded.', truncation.decisions_omitted, 'older decision');
}

function artifacts({ artifacts, truncation }: HandoffPackageV1): string {
  const items = artifacts.map(({ id, type, title, version, uri_or_download, sha256 }) =>
    item(title, [
      `${inline(type)}, version ${version}, ${inline(id)}`,
      `At ${inline(uri_or_download)}`,
      ...(sha256 === null ? [] : [`SHA-256 \`${sha256}\``]),
    ]),
  );
  return withOmitted(items, 'No artifacts are recorded.', truncation.artifacts_omitted, 'further artifact');
}

function blockers({ blockers }: HandoffPackageV1): string {
  const items = blockers.map(({ id, severity, title, status }) =>
    item(title, [`Severity ${severity}, ${status}, ${inline(id)}`]),
  );
  return withOmitted(items, 'No blockers are open.', 0, '');
}

function files({ relevant_files, truncation }: HandoffPackageV1): string {
  const items = relevant_files.map((path) => item(oneLine(path), []));
  return withOmitted(items, 'No touched files were reported.', truncation.files_omitted, 'further file');
}

function source({ source }: HandoffPackageV1): string {
  const facts = [
    ['Runtime', source.runtime],
    ['Session', source.session_id],
    ['Session at the provider', source.provider_session_id],
    ['Machine', source.machine],
  ].flatMap(([label, value]) => (label === undefined || value === undefined ? [] : [`${label}: ${inline(value)}`]));
  return facts.length === 0 ? 'No source session is named.' : bullets(facts);
}

function heading(title: string, body: string): string {
  return `## ${title}\n\n${body}`;
}

function list(texts: readonly string[], whenEmpty: string): string {
  return withOmitted(
    texts.map((text) => item(text, [])),
    whenEmpty,
    0,
    '',
  );
}

function withOmitted(items: readonly string[], whenEmpty: string, omitted: number, what: string): string {
  const body = items.length === 0 ? whenEmpty : items.join('\n');
  return omitted === 0
    ? body
    : `${body}\n\nThe package itself leaves out ${omitted} ${what}${omitted === 1 ? '' : 's'}.`;
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

/** A list item: the text itself, then facts below it as a list of their own. */
function item(text: string, facts: readonly string[]): string {
  const nested = [multiline(text), ...facts.map((fact) => `- ${indent(fact)}`)].join('\n');
  return `- ${indent(nested)}`;
}

/** Two spaces before every line but the first and the empty ones: inside the item above. */
function indent(text: string): string {
  return text.replace(/\n(?=[^\n])/g, '\n  ');
}

/** Inside a list item: one line as it is, several as a quotation below. */
function multiline(text: string): string {
  if (text.trim() === '') return '(empty)';
  return makeVisible(text).includes('\n') ? `(quoted)\n\n${quote(text)}\n` : inline(text);
}

function block(text: string, whenEmpty: string): string {
  return text.trim() === '' ? whenEmpty : quote(text);
}

/** Every line behind `> `; a backslash keeps the line break of the original where Markdown would join the lines. */
function quote(text: string): string {
  const lines = makeVisible(text).split('\n').map(escapeMarkdownLine);
  return lines
    .map((line, at) => {
      if (line.trim() === '') return '>';
      const next = lines[at + 1];
      return next === undefined || next.trim() === '' ? `> ${line}` : `> ${line}\\`;
    })
    .join('\n');
}

function inline(text: string): string {
  return text === '' ? '(empty)' : escapeMarkdownLine(oneLine(text));
}
