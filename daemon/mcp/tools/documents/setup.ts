import { z } from 'zod';
import { annotationsOf, defineTool } from '../tool.ts';
import { shellLine } from './shell-line.ts';

export const setupTool = defineTool({
  name: 'handoff_setup',
  title: 'How to set Kernel up',
  description:
    'The commands that register these tools with Claude Code and Codex on this machine, that remove them, and that install the skill. Changes nothing; show the commands to the person.',
  annotations: annotationsOf('reads'),
  input: z.strictObject({}),
  output: z.object({
    setup_commands: z.object({ claude: z.string(), codex: z.string() }),
    skill_commands: z.object({ claude: z.string(), codex: z.string() }),
    uninstall_commands: z.object({ claude: z.string(), codex: z.string() }),
    telemetry: z.string(),
    instructions: z.array(z.string()),
  }),
  async run({ command }) {
    const [program = '', ...words] = command;
    const kernel = words.slice(0, -1);
    const skill = (client: string, folder: string) =>
      `mkdir -p ${folder} && ${shellLine([program, ...kernel, 'skill', 'show', client])} > ${folder}/SKILL.md`;
    return {
      text: 'The commands that set Kernel up for each client; show them to the person.',
      data: {
        setup_commands: {
          claude: shellLine(['claude', 'mcp', 'add', '--scope', 'user', 'kernel', '--', ...command]),
          codex: shellLine(['codex', 'mcp', 'add', 'kernel', '--', ...command]),
        },
        skill_commands: {
          claude: skill('claude', '"${CLAUDE_CONFIG_DIR:-$HOME/.claude}"/skills/kernel-handoff'),
          codex: skill('codex', '"${CODEX_HOME:-$HOME/.codex}"/skills/kernel-handoff'),
        },
        uninstall_commands: {
          claude: shellLine(['claude', 'mcp', 'remove', '--scope', 'user', 'kernel']),
          codex: shellLine(['codex', 'mcp', 'remove', 'kernel']),
        },
        telemetry: 'Kernel sends no telemetry; there is nothing to enable or to answer.',
        instructions: [
          'Run the setup command of each client that is installed, then start the client anew.',
          'Record tools need a server: kernel login once, or KERNEL_SERVER_URL and KERNEL_SESSION_TOKEN in the client’s environment. The handoff_* tools need none.',
          'Codex runs a tool that writes without asking only after its approval mode allows it: default_tools_approval_mode = "approve" under [mcp_servers.kernel] in config.toml.',
          'Automatic switching needs a launcher, which is not part of this version: after handoff_create give the manual_resume line to a fresh session.',
        ],
      },
    };
  },
});
