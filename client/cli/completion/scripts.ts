import type { CommandWords } from './command-words.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** The completion script of one shell: commands, subcommands and options. */
export function completionScript(shell: Shell, words: readonly CommandWords[]): string {
  switch (shell) {
    case 'bash':
      return bash(words);
    case 'zsh':
      return `#compdef kernel\nautoload -U +X bashcompinit && bashcompinit\n${bash(words)}`;
    case 'fish':
      return fish(words);
  }
}

function bash(words: readonly CommandWords[]): string {
  const cases = words.map(({ path, subcommands, options }) => {
    const next = [...subcommands.map((sub) => sub.name), ...options.map((option) => option.flag), '--help'];
    return `    '${path}') next='${next.join(' ')}' ;;`;
  });
  const groups = words.filter((word) => word.subcommands.length > 0 && word.path !== '').map((word) => word.path);
  return `_kernel() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path='' next='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) continue ;; esac
    case "$path" in
      '') path="$word" ;;
      ${groups.join('|') || 'none'}) path="$path $word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$next" -- "$current"))
}
complete -o default -F _kernel kernel
`;
}

function fish(words: readonly CommandWords[]): string {
  const lines = words.flatMap(({ path, subcommands, options }) => {
    const condition = `__kernel_at '${path}'`;
    const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
    return [
      ...subcommands.map(
        (sub) => `complete -c kernel -n "${condition}" -f -a ${sub.name} -d ${quoted(sub.description)}`,
      ),
      ...options.map(
        (option) => `complete -c kernel -n "${condition}" -l ${option.flag.slice(2)} -d ${quoted(option.description)}`,
      ),
    ];
  });
  const groups = words.filter((word) => word.subcommands.length > 0 && word.path !== '').map((word) => word.path);
  return `function __kernel_at
  set -l path
  for word in (commandline -opc)[2..-1]
    string match -q -- '-*' $word; and continue
    if test (count $path) -eq 0
      set path $word
    else if contains -- "$path" ${groups.join(' ')}
      set path "$path $word"
    end
  end
  test "$path" = "$argv[1]"
end
${lines.join('\n')}
`;
}
