import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { type ConfigOptions, loadConfig } from '#server/config.ts';

const failure = (options: ConfigOptions, env: NodeJS.ProcessEnv = {}): unknown => {
  try {
    return loadConfig(options, env);
  } catch (error) {
    return error;
  }
};

describe('loadConfig', () => {
  it('has a default for everything', () => {
    const home = process.getuid?.() === 0 ? '/var/lib/kernel' : join('/home/ada', '.local/share/kernel');
    expect(loadConfig({}, { HOME: '/home/ada' })).toEqual({
      host: '127.0.0.1',
      port: 4400,
      dataDir: home,
      outbound: { networks: [], allowHttp: false },
      logLevel: 'info',
      logFormat: 'json',
    });
  });

  it('takes an option before its variable, and an empty variable as unset', () => {
    const env = {
      KERNEL_HOST: '0.0.0.0',
      KERNEL_PORT: '5000',
      KERNEL_DATA_DIR: '/data',
      KERNEL_LOG_LEVEL: '',
      DATABASE_URL: 'postgres://u@h/d',
    };
    expect(loadConfig({ port: 0 }, env)).toMatchObject({
      host: '0.0.0.0',
      port: 0,
      dataDir: '/data',
      logLevel: 'info',
      databaseUrl: 'postgres://u@h/d',
    });
  });

  it.each([
    [{ port: '70000' }, {}, '--port: "70000" is not valid.'],
    [{ port: 1.5 }, {}, '--port: 1.5 is not valid.'],
    [{}, { KERNEL_PORT: 'http' }, 'KERNEL_PORT: "http" is not valid.'],
    [{ host: 'http://x' }, {}, '--host: "http://x" is not valid.'],
    [{}, { KERNEL_WEBHOOK_NETWORKS: '10.0.0.0/33' }, 'KERNEL_WEBHOOK_NETWORKS: "10.0.0.0/33" is not valid.'],
    [{}, { KERNEL_WEBHOOK_HTTP: 'yes' }, 'KERNEL_WEBHOOK_HTTP: "yes" is not valid.'],
    [{}, { KERNEL_LOG_LEVEL: 'loud' }, 'KERNEL_LOG_LEVEL: "loud" is not valid.'],
  ])('names the setting and its bad value: %j %j', (options, env, message) => {
    expect(failure(options, env)).toMatchObject({
      name: 'StartupError',
      code: 'BAD_SETTING',
      message,
      remedy: expect.any(String) as string,
    });
  });

  it('does not repeat a database URL, which may hold a password', () => {
    const error = failure({}, { DATABASE_URL: 'mysql://me:hunter2@host/db' });
    expect(error).toMatchObject({ code: 'BAD_SETTING', message: 'DATABASE_URL: the value given is not valid.' });
  });
});
