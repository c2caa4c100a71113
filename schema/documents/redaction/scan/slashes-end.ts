/** Index after the backslashes at `at`. */
export function slashesEnd(text: string, at: number): number {
  let end = at;
  while (text.charCodeAt(end) === 92) end += 1;
  return end;
}
