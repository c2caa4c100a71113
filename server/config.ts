import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';

import { SYSTEM_DIR } from './db/embedded/system-dir.ts';
import { StartupError } from './startup-error.ts';
import { isNetwork, type OutboundSettings } from './webhooks/outbound/outbound-policy.ts';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const logFormats = ['json', 'text'] as const;

/** What the command line passes on; whatever is missing comes from the environment, then from the defaults. */
export interface ConfigOptions {
  readonly host?: string;
  readonly port?: number | string;
  readonly dataDir?: string;
  readonly databaseUrl?: string;
  readonly webhookNetworks?: string;
  readonly webhookHttp?: string;
  readonly logLevel?: string;
  readonly logFormat?: string;
}

/** The settings of a server, checked. */
export interface Config {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Absolute folder of the owner's credential and of the private PostgreSQL. */
  readonly dataDir: string;
  /** A PostgreSQL of the user's own; without it the private one runs. May hold a password. */
  readonly databaseUrl?: string;
  /** Where webhooks may be sent beside the public internet, and whether without https. */
  readonly outbound: OutboundSettings;
  readonly logLevel: (typeof logLevels)[number];
  readonly logFormat: (typeof logFormats)[number];
}

interface Setting<T> {
  readonly option: keyof ConfigOptions;
  readonly flag?: string;
  readonly variable: string;
  readonly schema: z.ZodType<T>;
  readonly remedy: string;
  /** True for values that may hold a password and are never shown. */
  readonly hidden?: boolean;
}

const host: Setting<string> = {
  option: 'host',
  flag: '--host',
  variable: 'KERNEL_HOST',
  schema: z.string().regex(/^[^\s/]+$/),
  remedy: 'Give an address or a host name, such as 127.0.0.1.',
};
const port: Setting<number> = {
  option: 'port',
  flag: '--port',
  variable: 'KERNEL_PORT',
  schema: z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).pipe(z.int().min(0).max(65_535)),
  remedy: 'Give a whole number from 0 to 65535; 0 picks a free port.',
};
const dataDir: Setting<string> = {
  option: 'dataDir',
  flag: '--data-dir',
  variable: 'KERNEL_DATA_DIR',
  schema: z.string().refine((path) => !path.includes('\0')),
  remedy: 'Give the path of a folder.',
};
const databaseUrl: Setting<string> = {
  option: 'databaseUrl',
  variable: 'DATABASE_URL',
  schema: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .refine((url) => URL.canParse(url)),
  remedy: 'Give a URL such as postgresql://user:password@host:5432/database, or unset it to use the private database.',
  hidden: true,
};
const webhookNetworks: Setting<string[]> = {
  option: 'webhookNetworks',
  variable: 'KERNEL_WEBHOOK_NETWORKS',
  schema: z
    .string()
    .transform((text) => text.split(',').map((network) => network.trim()))
    .refine((networks) => networks.every(isNetwork)),
  remedy: 'Give networks that webhooks may reach beside the public internet, such as 10.1.0.0/16,127.0.0.1/32.',
};
const webhookHttp: Setting<boolean> = {
  option: 'webhookHttp',
  variable: 'KERNEL_WEBHOOK_HTTP',
  schema: z.enum(['allow', 'refuse']).transform((word) => word === 'allow'),
  remedy: 'Say allow to let webhooks go without encryption, or refuse.',
};
const logLevel: Setting<Config['logLevel']> = {
  option: 'logLevel',
  variable: 'KERNEL_LOG_LEVEL',
  schema: z.enum(logLevels),
  remedy: `Choose one of ${logLevels.join(', ')}.`,
};
const logFormat: Setting<Config['logFormat']> = {
  option: 'logFormat',
  variable: 'KERNEL_LOG_FORMAT',
  schema: z.enum(logFormats),
  remedy: `Choose one of ${logFormats.join(', ')}.`,
};

/**
 * The settings of a server: an option wins over its variable, a variable over the default. An empty variable counts
 * as unset.
 * @throws {StartupError} BAD_SETTING, naming the option or variable, its value and what to give instead.
 */
export function loadConfig(options: ConfigOptions, env: NodeJS.ProcessEnv): Config {
  const read = <T>(setting: Setting<T>) => readSetting(setting, options, env);
  const url = read(databaseUrl);
  return {
    host: read(host) ?? '127.0.0.1',
    port: read(port) ?? 4400,
    dataDir: resolve(read(dataDir) ?? defaultDataDir(env)),
    ...(url === undefined ? {} : { databaseUrl: url }),
    outbound: { networks: read(webhookNetworks) ?? [], allowHttp: read(webhookHttp) ?? false },
    logLevel: read(logLevel) ?? 'info',
    logFormat: read(logFormat) ?? 'json',
  };
}

function readSetting<T>(setting: Setting<T>, options: ConfigOptions, env: NodeJS.ProcessEnv): T | undefined {
  const given = options[setting.option];
  const value = given ?? (env[setting.variable] || undefined);
  if (value === undefined) return undefined;
  const parsed = setting.schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const name = given === undefined ? setting.variable : (setting.flag ?? setting.option);
  const shown = setting.hidden ? 'the value given' : JSON.stringify(value);
  throw new StartupError('BAD_SETTING', `${name}: ${shown} is not valid.`, setting.remedy);
}

/** Root keeps its data where the user that runs PostgreSQL can reach it; everybody else in their own home. */
function defaultDataDir(env: NodeJS.ProcessEnv): string {
  if (process.getuid?.() === 0) return SYSTEM_DIR;
  return join(env['XDG_DATA_HOME'] || join(env['HOME'] || homedir(), '.local', 'share'), 'kernel');
}
