/** What separates words, and what a shell would do more with than hand it to a program. */
const BLANK = /[ \t]/;
const SPECIAL = /[;&|<>$`\\(){}\n\r\0]/;
/** What keeps a meaning between double quotes. */
const SPECIAL_QUOTED = /[$`\\\0]/;

/**
 * The commands of a shell line as their words, where they are plain: words, quotes, and `&&` between commands. Undefined
 * for a line with anything else in it, such as a variable, a pipe or a redirection: what it would run is not to be seen.
 */
export function plainCommands(line: string): string[][] | undefined {
  const commands: string[][] = [[]];
  let word: string | undefined;
  const endWord = () => {
    if (word !== undefined) commands.at(-1)?.push(word);
    word = undefined;
  };
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (char === "'" || char === '"') {
      const end = line.indexOf(char, at + 1);
      const quoted = line.slice(at + 1, end);
      if (end === -1 || (char === '"' ? SPECIAL_QUOTED : /\0/).test(quoted)) return undefined;
      word = `${word ?? ''}${quoted}`;
      at = end;
    } else if (BLANK.test(char)) {
      endWord();
    } else if (line.startsWith('&&', at)) {
      endWord();
      commands.push([]);
      at += 1;
    } else if (SPECIAL.test(char)) {
      return undefined;
    } else {
      word = `${word ?? ''}${char}`;
    }
  }
  endWord();
  return commands.some((words) => words.length === 0) ? undefined : commands;
}
