import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { build } from 'vite';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the page, built from the sources as they are now. */
    webDir: string;
  }
}

/** Builds the page once for the run, as a release does. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const outDir = await mkdtemp(join(tmpdir(), 'kernel-web-'));
  await build({ configFile: 'client/web/vite.config.ts', logLevel: 'warn', build: { outDir } });
  project.provide('webDir', outDir);
  return () => rm(outDir, { recursive: true, force: true });
}
