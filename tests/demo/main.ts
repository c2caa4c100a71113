import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoServer } from './demo-server.ts';
import { Kernel } from './kernel.ts';
import { workspaceReport } from './workspace-report.ts';
import { tellStory } from './story.ts';

/**
 * Tells the whole story of a handoff with real commands, on a real history, against a running server (KERNEL_SERVER_URL)
 * or one of its own. Ends with exit code 1 as soon as a step goes otherwise than told.
 */
async function main(): Promise<void> {
  const began = performance.now();
  const scratch = await mkdtemp(join(tmpdir(), 'kernel-demo-'));
  try {
    const report = await workspaceReport(scratch);
    await using server = await demoServer(scratch);
    console.log(`The story is told to ${server.description}.`);
    await tellStory(new Kernel(server.env), report, scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  console.log(`\nDone in ${Math.round((performance.now() - began) / 1000)} seconds: every step went as told.`);
}

try {
  await main();
} catch (error) {
  console.error(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
