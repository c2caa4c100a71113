import type { TestProject } from 'vitest/node';

import { startTestCluster, type TestCluster } from './test-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the cluster's maintenance database; the template lies beside it. */
    clusterUrl: string;
  }
}

/** The cluster of this run and how many projects use it. Every project loads this file anew; `globalThis` is what they share. */
interface Shared {
  users: number;
  readonly cluster: Promise<TestCluster>;
}

const KEY = Symbol.for('kernel.test-cluster');
const shelf = globalThis as { [KEY]?: Shared };

/** Starts one PostgreSQL for the run, however many projects want it; the last one to end stops it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const shared = (shelf[KEY] ??= { users: 0, cluster: startTestCluster() });
  shared.users += 1;
  project.provide('clusterUrl', (await shared.cluster).url);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete shelf[KEY];
    await (await shared.cluster)[Symbol.asyncDispose]();
  };
}
