/**
 * Characters that a reader does not see and a terminal or a model does: control characters but tab and newline, every
 * other line break, bidirectional marks and overrides, invisible separators, tag characters and lone surrogates. The
 * joiners U+200C and U+200D and the variation selectors stay: scripts and emoji need them.
 */
const hidden =
  /(?![\t\n])\p{Cc}|[\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}\p{Surrogate}]/gu;

/**
 * Returns `text` with Unix line ends and each hidden character spelled out as `‹U+202E›`, so that nothing in it acts
 * on a terminal or hides from a reader. The result is well-formed and never shorter than half of what came in.
 */
export function makeVisible(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(hidden, spellOut);
}

function spellOut(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  return `‹U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}›`;
}
