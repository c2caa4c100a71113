import { createMode } from './create-mode.ts';
import { migrateMode, type SkillClient } from './migrate-mode.ts';
import { resumeMode } from './resume-mode.ts';
import { setupMode } from './setup-mode.ts';

export const skillModes = ['create', 'resume', 'migrate', 'setup'] as const;

export type SkillMode = (typeof skillModes)[number];

/** The text of one mode, for a client. */
export function skillMode(mode: SkillMode, client: SkillClient): string {
  switch (mode) {
    case 'create':
      return createMode;
    case 'resume':
      return resumeMode;
    case 'migrate':
      return migrateMode(client);
    case 'setup':
      return setupMode;
  }
}

const invocation = { claude: '`/kernel-handoff`', codex: '`$kernel-handoff`' } as const;

/** The whole skill of a client as its SKILL.md: when to use it, how to choose a mode, and the modes. */
export const skillText = (client: SkillClient): string => `---
name: kernel-handoff
description: Hand work from one coding-agent session to another with Kernel. Use it when the person asks to create, write or prepare a handoff or a fresh start, to resume from a handoff reference or file, to move this conversation to another client, or to set Kernel's tools up.
---

# Kernel handoff

Called by name as ${invocation[client]}. The tools are those of the MCP server \`kernel\`. Choose one mode by what the person wants:

- **create**: write down where the work stands, for a fresh session.
- **resume**: go on from a handoff.
- **migrate**: move this conversation to the other client.
- **setup**: enable the tools.

${skillModes.map((mode) => skillMode(mode, client)).join('\n')}`;
