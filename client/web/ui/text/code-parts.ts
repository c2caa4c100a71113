interface TextPart {
  readonly text: string;
  readonly isCode: boolean;
}

/**
 * A sentence in the parts that it has beside the commands it quotes between backticks. A backtick that none closes, or
 * that closes nothing, stays what it is.
 */
export function codeParts(sentence: string): readonly TextPart[] {
  return sentence
    .split(/(`[^`]+`)/)
    .filter((text) => text !== '')
    .map((text) => (/^`[^`]+`$/.test(text) ? { text: text.slice(1, -1), isCode: true } : { text, isCode: false }));
}
