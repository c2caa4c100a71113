/** The entries of a field that takes one a line: empty lines and spaces around count for nothing. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
