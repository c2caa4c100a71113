/** Letters of other scripts that look like Latin ones, each before the letter it is taken for. */
const TWINS = new Map(
  'аaеeоoрpсcхxуyіiјjѕsԁdԛqԝwһhӏlɡgοoνvτtκkιiρpαaεeυuнhтtмmкkвbгr'
    .match(/../gu)
    ?.map((pair): [string, string] => [pair[0] ?? '', pair[1] ?? '']),
);

/**
 * A heading's text as a hurried reader takes it: without case, accents of width, invisible characters, emphasis,
 * numbering and closing punctuation, and with look-alike letters as the Latin ones. Two headings that fold alike are
 * taken for the same one, though only one of them is.
 */
export function foldName(title: string): string {
  return title
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}\p{Variation_Selector}]/gu, '')
    .toLowerCase()
    .replace(/./gu, (letter) => TWINS.get(letter) ?? letter)
    .replace(/&amp;|\band\b/g, '&')
    .replace(/\p{Extended_Pictographic}/gu, '')
    .replace(/^[\s\d.)*_~`#]+|[\s.:*_~`#]+$/g, '')
    .replace(/[\s_]+/gu, ' ');
}
