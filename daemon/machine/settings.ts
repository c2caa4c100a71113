import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { DaemonError } from '../daemon-error.ts';
import { readText } from '../durable/read-text.ts';
import { agentSettings } from '../runtimes/acp/agent-settings.ts';

const settings = z.strictObject({
  /** Agents of the Agent Client Protocol that this machine serves, each a runtime of its own. */
  runtimes: z.array(agentSettings).max(20).default([]),
});

/** What a person wrote about this machine. */
export type DaemonSettings = z.output<typeof settings>;

/** Most that is said of a file with many mistakes. */
const MAX_MISTAKES = 5;

/** Where the settings lie: KERNEL_DAEMON_CONFIG, else $XDG_CONFIG_HOME/kernel/daemon.json, else under ~/.config. */
export function settingsPath(env: NodeJS.ProcessEnv): string {
  const named = env['KERNEL_DAEMON_CONFIG'];
  if (named !== undefined && named !== '') return resolve(named);
  const base = env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config');
  return join(base, 'kernel', 'daemon.json');
}

/**
 * Reads the settings of this machine; none when there is no file. Throws DaemonError BAD_SETTINGS for one that is not as
 * it should be, with the place of each mistake: what a person wrote is not passed over in silence.
 */
export async function readSettings(path: string): Promise<DaemonSettings> {
  const text = await readText(path);
  if (text === undefined) return { runtimes: [] };
  const parsed = settings.safeParse(jsonOf(path, text));
  if (!parsed.success) {
    const mistakes = parsed.error.issues.map(({ path: at, message }) => `${placeOf(at)} ${message}`);
    throw badSettings(path, mistakes.slice(0, MAX_MISTAKES).join('; '));
  }
  const names = parsed.data.runtimes.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw badSettings(path, `runtimes names ${twice} twice`);
  return parsed.data;
}

function jsonOf(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw badSettings(path, `it is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Such as `runtimes[0].command`. */
function placeOf(at: readonly PropertyKey[]): string {
  const place = at.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return place === '' ? 'the file' : place.replace(/^\./, '');
}

const badSettings = (path: string, mistakes: string): DaemonError =>
  new DaemonError(
    'BAD_SETTINGS',
    `The settings of this machine in ${path} do not hold: ${mistakes}. Correct them and start again.`,
  );
