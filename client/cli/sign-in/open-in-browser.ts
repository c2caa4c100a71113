import { spawn } from 'node:child_process';

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Asks the system to open an address, and waits for nothing: where no browser is to be had, the person still has the
 * address.
 */
export function openInBrowser(url: string): void {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  // Nothing opens on a machine without a browser; the address was printed.
  child.once('error', () => undefined);
  child.unref();
}
