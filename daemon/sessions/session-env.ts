import { delimiter } from 'node:path';
import { LAUNCH_VARIABLE } from './process-group.ts';

/** Variables that every program needs to find its home, its language and its way through a proxy. */
const COMMON = [
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'TZ',
  'TMPDIR',
  'TERM',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
];
const COMMON_BEGINNINGS = ['LC_', 'XDG_'];

export interface SessionEnvironment {
  readonly serverUrl: string;
  /** The session's own credential. It is given here alone: never as an argument, in a file or in the prompt. */
  readonly credential: string;
  readonly sessionId: string;
  readonly workItemId: string;
  readonly launchId: string;
  /** The folder that holds `kernel`. */
  readonly binFolder: string;
  /** Beginnings of names that the runtime needs. */
  readonly runtimeNeeds: readonly string[];
}

/**
 * What a session's process is given of the daemon's environment, which is what is named here and nothing else: not the
 * daemon's own credentials, not those of a database, not whatever a shell happened to hold.
 */
export function sessionEnv(from: NodeJS.ProcessEnv, session: SessionEnvironment): NodeJS.ProcessEnv {
  const beginnings = [...COMMON_BEGINNINGS, ...session.runtimeNeeds];
  const passes = (name: string) =>
    !name.startsWith('KERNEL_') &&
    (COMMON.includes(name) || beginnings.some((beginning) => name.startsWith(beginning)));
  return {
    ...Object.fromEntries(Object.entries(from).filter(([name]) => passes(name))),
    PATH: [session.binFolder, from['PATH'] ?? '/usr/local/bin:/usr/bin:/bin'].join(delimiter),
    KERNEL_SERVER_URL: session.serverUrl,
    KERNEL_SESSION_TOKEN: session.credential,
    KERNEL_SESSION_ID: session.sessionId,
    KERNEL_WORK_ITEM_ID: session.workItemId,
    [LAUNCH_VARIABLE]: session.launchId,
  };
}
