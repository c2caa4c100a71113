/** What can be wrong with a document. The words are stable: tools and tests compare them. */
export type DocumentFaultCode =
  | 'too_large'
  | 'invalid_character'
  | 'unclosed_fence'
  | 'text_before_first_section'
  | 'missing_section'
  | 'look_alike_section'
  | 'unknown_section'
  | 'duplicate_section'
  | 'wrong_order'
  | 'text_outside_subsection'
  | 'empty_section'
  | 'unfilled_placeholder';

/** One thing that is wrong, where, and what to write instead. */
export interface DocumentFault {
  readonly code: DocumentFaultCode;
  /** Line of the document, from 1. What is missing is named at the line before which it belongs. */
  readonly line: number;
  /** The section or sub-section it is about, by its right name, where it is about one. */
  readonly section?: string;
  readonly message: string;
}
