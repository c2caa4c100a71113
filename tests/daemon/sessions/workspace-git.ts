import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WorkspaceTree } from '#daemon/sessions/workspace/workspace-tree.ts';

/** A folder of its own in which git is asked, as people have it: no settings but a name. */
export interface GitScene extends Disposable {
  readonly folder: string;
  git(...args: string[]): string;
  write(name: string, text: string): void;
  commit(message: string): string;
  tree(workspace?: string): WorkspaceTree;
}

export function gitScene(): GitScene {
  const root = mkdtempSync(join(tmpdir(), 'kernel-git-'));
  const folder = mkdtempSync(join(root, 'work'));
  const who = ['-c', 'user.name=T', '-c', 'user.email=t@example.com', '-c', 'protocol.file.allow=always'];
  const git = (...args: string[]) =>
    execFileSync('git', [...who, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }).toString('utf8');
  return {
    folder,
    git,
    write: (name, text) => writeFileSync(join(folder, name), text),
    commit: (message) => {
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '-m', message);
      return git('rev-parse', 'HEAD').trim();
    },
    tree: (workspace = folder) => new WorkspaceTree(workspace, mkdtempSync(join(root, 'looks'))),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}
