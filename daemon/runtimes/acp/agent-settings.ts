import { isAbsolute } from 'node:path';
import { z } from 'zod';

const text = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((value) => !value.includes('\0'), 'must not hold a NUL');

const word = text(4_000);

/** Beginnings of commands such as `npm test`, kept as their words. Quotes would need a shell, and there is none. */
const beginning = text(200)
  .regex(
    /^[^\s'"`$;&|<>(){}\\]+( [^\s'"`$;&|<>(){}\\]+)*$/,
    'must be plain words with one space between, such as "npm test"',
  )
  .transform((value) => value.split(' '));

const variable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of a variable')
  .refine((name) => !name.startsWith('KERNEL_'), 'must not begin with KERNEL_: those are the session’s own');

/** An agent that speaks the Agent Client Protocol, as a person wrote it into the settings of this machine. */
export const agentSettings = z
  .strictObject({
    /** The name of the runtime on the record. */
    name: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be 1 to 32 lower-case letters, digits and dashes, such as gemini'),
    /** The name for people; `name` when left out. */
    label: text(60).optional(),
    /** The program: a name that is looked for on the PATH, or an absolute path. */
    command: word.refine(
      (value) => isAbsolute(value) || !value.includes('/'),
      'must be a name on the PATH or an absolute path: a relative one would be another program in each workspace',
    ),
    args: z.array(word).max(50).default([]),
    /** Beginnings of names of variables that it gets from the daemon's environment, such as `GEMINI_`. */
    environment: z.array(variable.min(2)).max(50).default([]),
    /** Variables with their values, for how the agent is to behave. No place for secrets. */
    variables: z.record(variable, text(4_000)).default({}),
    /**
     * How its requests for permission are answered. `workspace`: reads and edits inside the workspace, `kernel`, the
     * project's test runner and `commands` are allowed, all else is refused. `everything`: all is allowed.
     */
    permissions: z.enum(['workspace', 'everything']).default('workspace'),
    /** Beginnings of further commands that are allowed. */
    commands: z.array(beginning).max(50).default([]),
  })
  .transform((agent) => ({ ...agent, label: agent.label ?? agent.name }));

export type AgentSettings = z.output<typeof agentSettings>;
