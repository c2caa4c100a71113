const names: Readonly<Record<string, string>> = { claude: 'Claude Code', codex: 'Codex', 'claude-code': 'Claude Code' };

/** The name a runtime goes by among people; one that is not known here keeps its own. */
export const runtimeName = (runtime: string): string => names[runtime] ?? runtime;
