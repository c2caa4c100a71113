import type { HandoffPackageV1 } from '../handoff-package/v1.ts';

/** What a destination must have understood before it begins: the statements of a package that bind it. */
export type ReceiptKind = 'GOAL' | 'OBJECTIVE' | 'CONSTRAINT' | 'CRITERION';

/** One such statement. `key` names it within its package: `goal`, `objective`, `constraint-1`, `criterion-1`, … */
export interface ReceiptItem {
  readonly key: string;
  readonly kind: ReceiptKind;
  readonly text: string;
}

/** The statements of a package that a receipt answers for, in the order of the document. */
export function receiptItems(document: HandoffPackageV1): ReceiptItem[] {
  const listed = (kind: ReceiptKind, texts: readonly string[]): ReceiptItem[] =>
    texts.map((text, at) => ({ key: `${kind.toLowerCase()}-${at + 1}`, kind, text }));
  return [
    { key: 'goal', kind: 'GOAL', text: document.work.goal },
    { key: 'objective', kind: 'OBJECTIVE', text: document.next.objective },
    ...listed('CONSTRAINT', document.constraints),
    ...listed('CRITERION', document.acceptance_criteria),
  ];
}
