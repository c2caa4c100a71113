/** The clients that a conversation can move between. */
export type SkillClient = 'claude' | 'codex';

const sessionVariable = { claude: 'CLAUDE_CODE_SESSION_ID', codex: 'CODEX_THREAD_ID' } as const;
const other = { claude: 'codex', codex: 'claude' } as const;

/** How a session asks that its conversation goes on in the other client. */
export const migrateMode = (client: SkillClient): string => `## Migrate mode

The person wants this very conversation to go on in the other client. That keeps the transcript; for a fresh start use create mode instead, and never put one in the place of the other.

1. This client is \`${client}\`; the target is \`${other[client]}\`.
2. Run \`printenv ${sessionVariable[client]}\`. If it prints nothing, stop: do not guess from files, titles or times.
3. Call \`handoff_migrate\` with \`workspace\` (absolute), \`source_client: "${client}"\`, \`target_client: "${other[client]}"\` and \`source_session_id\`.
4. \`auto_switch_requested: true\`: stop working here. \`false\`: tell the person the \`reason\`. Convert no transcript yourself; this client may still be writing to it.
`;
