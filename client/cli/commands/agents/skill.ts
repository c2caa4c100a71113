import { Argument, Command, Option } from 'commander';
import type { Host } from '../../host.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';

const clients = ['claude', 'codex'] as const;
const modes = ['create', 'resume', 'migrate', 'setup'] as const;

interface SkillOptions {
  readonly mode?: (typeof modes)[number];
}

/** `kernel skill`: what a coding agent is told about handoffs. */
export const skillCommand = (host: Host): Command =>
  new Command('skill').description('the text that teaches a coding agent to hand work over').addCommand(
    new Command('show')
      .description('print the skill of a client, as its SKILL.md')
      .addArgument(new Argument('<client>', 'whose').choices(clients))
      .addOption(new Option('--mode <mode>', 'one mode of it alone').choices(modes))
      .addHelpText(
        'after',
        examples(
          'mkdir -p ~/.claude/skills/kernel-handoff && kernel skill show claude > ~/.claude/skills/kernel-handoff/SKILL.md',
          'mkdir -p ~/.codex/skills/kernel-handoff && kernel skill show codex > ~/.codex/skills/kernel-handoff/SKILL.md',
        ),
      )
      .action(
        runCommand(host, async (_call, client: (typeof clients)[number], { mode }: SkillOptions) => {
          const { skillText } = await import('#daemon/cli.ts');
          const text = await skillText(client, mode);
          return { json: { client, mode: mode ?? null, text }, text: () => text };
        }),
      ),
  );
