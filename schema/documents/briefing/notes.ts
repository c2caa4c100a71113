import type { HandoffPackageV1 } from '../handoff-package/v1.ts';
import type { BriefingCut, KeptText } from './briefing.ts';
import type { CuttableSection } from './cut-order.ts';

const sectionNames: Readonly<Record<CuttableSection, string>> = {
  relevant_files: 'relevant files',
  completed: 'completed',
  artifacts: 'artifacts',
  decisions: 'decisions',
  blockers: 'blockers',
  unresolved: 'unresolved',
  constraints: 'constraints',
  acceptance_criteria: 'acceptance criteria',
};

/** Says what the compiler's bounds kept out of the stored package; empty when nothing was. Ends in a newline. */
export function packageNote({
  decisions_omitted,
  artifacts_omitted,
  files_omitted,
}: HandoffPackageV1['truncation']): string {
  const parts = [
    counted(decisions_omitted, 'older decision'),
    counted(artifacts_omitted, 'artifact'),
    counted(files_omitted, 'file'),
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `The package itself leaves out ${parts.join(', ')}.\n`;
}

/** Says what this rendering left out of a package that Kernel has whole; empty when nothing was. Ends in a newline. */
export function shorteningNote(
  budgetBytes: number,
  cuts: readonly BriefingCut[],
  clipped: readonly KeptText[],
): string {
  if (cuts.length === 0 && clipped.length === 0) return '';
  const left = cuts.map(({ section, omitted, kept }) =>
    kept === 0
      ? `all ${omitted} of ${sectionNames[section]}`
      : `${omitted} of ${omitted + kept} ${sectionNames[section]}`,
  );
  const dropped = left.length === 0 ? '' : ` Left out: ${left.join(', ')}.`;
  const cut = clipped.length === 0 ? '' : ` Clipped: ${clipped.join(', ')}.`;
  return `This briefing was shortened to fit a ${budgetBytes}-byte runtime budget.${dropped}${cut} Kernel has it whole.\n`;
}

function counted(count: number, noun: string): string {
  if (count === 0) return '';
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
