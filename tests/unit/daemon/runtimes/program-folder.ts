import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** A folder of programs and a home; disposing removes both. */
export interface ProgramFolder extends AsyncDisposable {
  readonly home: string;
  readonly bin: string;
  /** An environment in which these programs are found, and this home. */
  env(more?: Readonly<Record<string, string>>): NodeJS.ProcessEnv;
  /** Makes a program of a shell script, and gives its path. */
  program(name: string, script: string): Promise<string>;
}

export async function programFolder(): Promise<ProgramFolder> {
  const root = await mkdtemp(join(tmpdir(), 'kernel programs-'));
  const [home, bin] = [join(root, 'home'), join(root, 'bin')];
  for (const folder of [home, bin]) await mkdir(folder);
  return {
    home,
    bin,
    env: (more = {}) => ({ HOME: home, PATH: [bin, '/usr/bin', '/bin'].join(delimiter), ...more }),
    async program(name, script) {
      const path = join(bin, name);
      await writeFile(path, `#!/bin/sh\n${script}\n`);
      await chmod(path, 0o755);
      return path;
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true }),
  };
}
