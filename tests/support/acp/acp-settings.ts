import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const AGENT = resolve('tests/support/acp/acp-agent-main.mjs');

/** Writes a daemon.json into a folder, by which it serves the scripted agent in several ways. Returns its path. */
export async function acpSettings(folder: string): Promise<string> {
  const agent = (name: string, more: Readonly<Record<string, unknown>> = {}, mode?: string) => ({
    ...{ name, label: 'Scripted ACP', command: process.execPath },
    ...{ args: mode === undefined ? [AGENT] : [AGENT, mode], environment: ['AGENT_'], ...more },
  });
  const runtimes = [
    agent('acp', { variables: { AGENT_MODE: 'quiet' }, commands: ['make check'] }),
    agent('acp-open', { permissions: 'everything' }),
    agent('acp-future', {}, 'future'),
    agent('acp-gone', { command: 'no-such-agent' }),
  ];
  const path = join(folder, 'daemon.json');
  await writeFile(path, JSON.stringify({ runtimes }));
  return path;
}
