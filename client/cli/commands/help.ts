import { Command } from 'commander';
import { usageError } from '../cli-error.ts';
import { exitCodeMeanings, exitCodes } from '../exit-codes.ts';
import type { Host } from '../host.ts';
import type { Answer } from '../output/answer.ts';
import { table } from '../output/table.ts';
import { runCommand } from '../run-command.ts';

/** `kernel help`: a command's help, or one of the topics that belong to no single command. */
export const helpCommand = (host: Host, program: Command): Command =>
  new Command('help')
    .description('show the help of a command, or of a topic: exit-codes, environment, json')
    .argument('[topic...]', 'a command such as `handoff accept`, or a topic')
    .action(runCommand(host, async (_call, words: string[]) => helpOn(program, words)));

function helpOn(program: Command, words: readonly string[]): Answer {
  const topic = topics[words.join(' ')];
  if (topic !== undefined) return topic;
  let command = program;
  for (const word of words) {
    const next = command.commands.find((sub) => sub.name() === word || sub.aliases().includes(word));
    if (next === undefined) {
      throw usageError(
        `There is no command or topic ${JSON.stringify(words.join(' '))}. Topics: ${Object.keys(topics).join(', ')}.`,
      );
    }
    command = next;
  }
  const help = wholeHelp(command);
  return { json: { help }, text: () => help };
}

/** The help with its examples, which commander adds only as it writes. */
function wholeHelp(command: Command): string {
  let help = '';
  command.configureOutput({ writeOut: (part) => (help += part) }).outputHelp();
  return help;
}

interface Entry {
  readonly name: string;
  readonly meaning: string;
}

function entries(json: unknown, rows: readonly Entry[]): Answer {
  return {
    json,
    text: (view) =>
      table(
        [
          { title: 'NAME', value: (row) => row.name },
          { title: 'MEANING', value: (row) => row.meaning },
        ],
        rows,
        view,
      ),
  };
}

const codes = (Object.keys(exitCodes) as (keyof typeof exitCodes)[]).map((name) => ({
  name,
  code: exitCodes[name],
  meaning: exitCodeMeanings[name],
}));

const variables: readonly Entry[] = [
  { name: 'KERNEL_SERVER_URL', meaning: 'the server to speak to' },
  { name: 'KERNEL_SESSION_TOKEN', meaning: 'the credential of the session this runs in; with it, no ids are needed' },
  { name: 'KERNEL_TOKEN', meaning: 'a credential that goes before the one kept by kernel login' },
  { name: 'XDG_CONFIG_HOME', meaning: 'where kernel/credentials.json lies; ~/.config by default' },
  { name: 'NO_COLOR', meaning: 'no colours, even on a terminal' },
];

const shapes: readonly Entry[] = [
  { name: 'one thing', meaning: '{"handoff": {…}}: named after its noun, fields as in the GraphQL API, ids whole' },
  { name: 'a list', meaning: '{"handoffs": [{…}], "totalCount": 3, "hasMore": false}' },
  { name: 'handoff compile', meaning: '{"result": "UNCHANGED" | "RECOMPILED" | "COMPILED", "handoff": {…}}' },
  {
    name: 'handoff show',
    meaning:
      '{"handoff": {…}, "package": {"version", "hash", "document"}}: the document is byte for byte the stored one',
  },
  {
    name: 'events export',
    meaning: 'one event a line, as in `events --follow --json`, whether --json is given or not',
  },
  { name: 'a failure', meaning: 'on standard error: {"error": {"code", "message", "exitCode", …}}' },
];

const topics: Readonly<Record<string, Answer>> = {
  'exit-codes': entries(
    { exitCodes: codes },
    codes.map(({ code, meaning }) => ({ name: String(code), meaning })),
  ),
  environment: entries({ variables }, variables),
  json: entries({ shapes }, shapes),
};
