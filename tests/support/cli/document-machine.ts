import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { createHandoff, openHandoffStore } from '#daemon/handoff-store/index.ts';
import { documentText } from '#tests/support/scenes/handoff-documents.ts';
import type { KernelProcess } from './kernel.ts';

/** A machine of its own with a workspace, and nothing in its store. */
export async function documentMachine(kernel: KernelProcess) {
  const home = await mkdtemp(join(kernel.folder, 'machine-'));
  const workspace = join(home, 'work');
  await mkdir(workspace, { recursive: true });
  const own = { HOME: home };
  const doc = (args: readonly string[], { input, env = {} }: { input?: string; env?: Record<string, string> } = {}) =>
    kernel.run(['doc', ...args, '--workspace', workspace], {
      env: { ...own, ...env },
      ...(input === undefined ? {} : { input }),
    });
  return {
    home,
    workspace,
    env: own,
    doc,
    /** Stores documents without a process for each. */
    write: async (texts: readonly string[]) => {
      const store = openHandoffStore({ env: own });
      const refs: string[] = [];
      for (const content of texts) refs.push((await createHandoff(store, { workspace, name: 'many.md', content })).ref);
      return refs;
    },
    create: async (text = documentText(), env: Record<string, string> = {}) =>
      (await doc(['create', '--name', 'note.md'], { input: text, env })).out.trim(),
    json: async <T>(args: readonly string[]) => JSON.parse((await doc([...args, '--json'])).out) as T,
  };
}
