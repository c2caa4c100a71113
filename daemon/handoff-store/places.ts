import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Where the store lies on this machine. */
export interface StorePlaces {
  /** Documents and projects: `$XDG_DATA_HOME/kernel`. */
  readonly data: string;
  /** Which workspace belongs to which project, and the catalogs: `$XDG_STATE_HOME/kernel`. */
  readonly state: string;
}

/** The two folders, from the variables if those are absolute, else below the home folder; each on its own. */
export function storePlaces(env: NodeJS.ProcessEnv): StorePlaces {
  const home = env['HOME'] !== undefined && isAbsolute(env['HOME']) ? env['HOME'] : homedir();
  const base = (variable: string, fallback: readonly string[]): string => {
    const given = env[variable];
    return join(given !== undefined && isAbsolute(given) ? given : join(home, ...fallback), 'kernel');
  };
  return { data: base('XDG_DATA_HOME', ['.local', 'share']), state: base('XDG_STATE_HOME', ['.local', 'state']) };
}
