import { fork } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import fastify from 'fastify';
import { type GraphQLSchema, isObjectType } from 'graphql';
import mercurius from 'mercurius';
import { builder } from '#schema/builder.ts';
import type { Context } from '#schema/context.ts';
import { schema } from '#schema/schema.ts';
import { requestActor } from '#server/http/request-actor.ts';
import { listen } from '#server/http/listen.ts';
import { type BenchApp, createBenchApp } from './bench-app.ts';
import type { Benchmark } from './benchmark.ts';
import { median } from './compare.ts';
import type { RequestLoad } from './request-load.ts';
import { seedWorkPage, WORK_PAGE_QUERY } from './work-page.ts';

const CONNECTIONS = 16;
const ROUNDS = 7;
const ROUND_MS = 2_000;
const WARM_UP_MS = 1_500;

/** One server under load; all of them run the same resolvers on the same database, and sign every request in. */
interface Subject extends AsyncDisposable {
  readonly name: string;
  readonly url: string;
}

export const benchmark: Benchmark = {
  name: 'work-page',
  description:
    'requests per second on the work page’s query, against Mercurius with JIT and Apollo Server on the same resolvers',
  async run(report) {
    await using bench = await createBenchApp();
    const key = await seedWorkPage(bench);
    const subjects = [await kernel(bench), await mercuriusWithJit(bench), await apollo(bench)];
    const load = { ...loadOf(bench, key), connections: CONNECTIONS };
    for (const { url } of subjects) await runLoad({ ...load, url, durationMs: WARM_UP_MS });
    const rates = new Map<string, number[]>(subjects.map(({ name }) => [name, []]));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { name, url } of subjects)
        rates.get(name)?.push(await runLoad({ ...load, url, durationMs: ROUND_MS }));
    }
    for (const subject of subjects) await subject[Symbol.asyncDispose]();
    const own = rates.get('kernel') ?? [];
    report({ name: 'work-page kernel', value: median(own), unit: '1/s' });
    for (const [name, theirs] of rates) {
      if (name === 'kernel') continue;
      const ratio = median(own.map((rate, round) => rate / (theirs[round] ?? rate)));
      report({ name: `work-page kernel / ${name}`, value: median(theirs), unit: '1/s', ratio, against: name });
    }
  },
};

function loadOf({ ownerToken }: BenchApp, key: string): Pick<RequestLoad, 'headers' | 'body'> {
  return {
    headers: { 'content-type': 'application/json', accept: 'application/json', authorization: `Bearer ${ownerToken}` },
    body: JSON.stringify({ query: WORK_PAGE_QUERY, variables: { key } }),
  };
}

async function kernel({ app }: BenchApp): Promise<Subject> {
  const listening = await listen(app, '127.0.0.1', 0);
  return {
    name: 'kernel',
    url: `${listening.url}/graphql`,
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
}

async function mercuriusWithJit({ app }: BenchApp): Promise<Subject> {
  const server = fastify();
  await server.register(mercurius, {
    schema: schemaForJit(),
    jit: 1,
    context: (request) => contextOf(app, request.raw),
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  return {
    name: 'Mercurius with JIT',
    url: `http://127.0.0.1:${port}/graphql`,
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/**
 * graphql-jit calls a type's own check without the context it needs, so Mercurius gets the schema without those checks:
 * the same resolvers, less the authorization of each type, which is work that Kernel and Apollo Server do.
 */
function schemaForJit(): GraphQLSchema {
  const copy = builder.toSchema();
  for (const type of Object.values(copy.getTypeMap())) {
    if (isObjectType(type)) type.isTypeOf = undefined;
  }
  return copy;
}

async function apollo({ app }: BenchApp): Promise<Subject> {
  const server = new ApolloServer<Context>({ schema });
  const { url } = await startStandaloneServer(server, {
    listen: { host: '127.0.0.1', port: 0 },
    context: ({ req }) => contextOf(app, req),
  });
  return { name: 'Apollo Server', url, [Symbol.asyncDispose]: () => server.stop() };
}

async function contextOf(app: BenchApp['app'], request: Parameters<typeof requestActor>[1]): Promise<Context> {
  return {
    actor: await requestActor(app, request),
    services: app.services,
    db: app.prisma,
    sequencer: app.sequencer,
    requestId: 'bench',
  };
}

function runLoad(load: RequestLoad): Promise<number> {
  return new Promise((resolve, reject) => {
    const loader = fork(new URL('./request-load.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
    loader.once('message', (perSecond: number) => resolve(perSecond));
    loader.once('error', reject);
    loader.once('exit', (code) => reject(new Error(`the load ended with code ${code} before it was measured`)));
    loader.send(load);
  });
}
