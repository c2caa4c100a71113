import { documentTemplate } from '#schema/documents/handoff-document/sections.ts';

/** How a session writes down where it stands, for a fresh one to go on. */
export const createMode = `## Create mode

The person asks to create, prepare or write a handoff, or wants a fresh start. A handoff leaves the old transcript behind: write down what the next session needs and nothing else.

1. Read the conversation and the repository as they are now, and the project's own instructions (AGENTS.md, CLAUDE.md). State nothing about files, tests or deployments that you did not check.
2. Be exact: paths, symbols, commands with their output, test names with their results, errors, decisions with their reasons, attempts that failed and why.
3. Write no secret: no .env values, tokens, keys, cookies, authorization headers. Write \`<configured externally>\` in their place. The server takes known forms out as well; do not lean on it.
4. Choose a name such as \`2026-11-29-rotate-keys.md\`. It is a label, no path.
5. Call \`handoff_create\` with \`workspace\` (absolute), \`name\`, \`content\` (the whole document) and \`auto_switch: true\`.
6. \`auto_switch_requested: true\`: stop, the launcher replaces this client. \`false\`: tell the person the \`ref\` and the \`manual_resume\` line of the answer. That a document was written is no switch; never say one happened.

If the tool is not there, say that central handoffs are unavailable and offer the file flow: the same document as a Markdown file of the workspace.

The document has exactly these sections, in this order. One with nothing to say holds \`- None identified.\`

\`\`\`markdown
${documentTemplate.trimEnd()}
\`\`\`
`;
