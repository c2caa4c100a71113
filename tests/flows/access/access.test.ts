import { type GraphQLObjectType, isInterfaceType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '#schema/schema.ts';
import { addOrganisation, addSession, addWorkItem, type Signed } from '#tests/support/cast.ts';
import { createTestApp, type GraphQLAnswer, type TestApp } from '#tests/support/server/test-app.ts';
import { mutations, ownAffairs, queries, withoutIds } from './attempts.ts';
import { documentOf } from './document-of.ts';
import { createVictim, type Victim } from './victim.ts';

const ID_PATTERN = /\b[a-z]{3}_[0-9a-f]{8}-[0-9a-f-]{27}\b/g;
const REFUSED = ['NOT_FOUND', 'FORBIDDEN'];

const rootFields = (type: GraphQLObjectType | null | undefined) => Object.values(type?.getFields() ?? {});
const queryFields = rootFields(schema.getQueryType());
const mutationFields = rootFields(schema.getMutationType());
const nodeInterface = schema.getType('Node');
const nodeTypes = isInterfaceType(nodeInterface) ? schema.getPossibleTypes(nodeInterface).map(({ name }) => name) : [];

let test: TestApp;
let victim: Victim;
let stranger: Signed;
let session: Signed;
/** Ids of the whole organisation that another one must not see. */
let foreignIds: Set<string>;
/** Ids that a session of other work in the same organisation must not see. */
let otherIds: Set<string>;
let lastEventSeq: bigint;

const placeInLog = async () => {
  const organisation = await test.app.prisma.organisation.findUniqueOrThrow({
    where: { id: test.owner.organisationId },
  });
  return organisation.lastEventSeq;
};

beforeAll(async () => {
  test = await createTestApp();
  victim = await createVictim(test);
  foreignIds = await idsOf(test);
  stranger = await addOrganisation(test.app);
  session = await addSession(test.app, test.owner, await addWorkItem(test.app, test.owner, 'WEB'));
  // A session sees its organisation, and who registered it.
  otherIds = new Set([...foreignIds].filter((id) => id !== test.owner.organisationId && id !== test.owner.id));
  lastEventSeq = await placeInLog();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

/** Every id in every table of the database. */
async function idsOf({ app }: TestApp): Promise<Set<string>> {
  const tables = await app.prisma.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'id'`;
  const rows = await Promise.all(
    tables
      .filter(({ name }) => !name.startsWith('_'))
      .map(({ name }) => app.prisma.$queryRawUnsafe<{ id: string }[]>(`SELECT "id" FROM "${name}"`)),
  );
  return new Set(rows.flat().map(({ id }) => id));
}

/** Who tries, with what they must not see. */
const callers = {
  'another organisation': () => ({ token: stranger.secret, hidden: foreignIds }),
  'a session of other work': () => ({ token: session.secret, hidden: otherIds }),
};
const callerNames = Object.keys(callers) as (keyof typeof callers)[];

const seen = (answer: GraphQLAnswer<unknown>, hidden: ReadonlySet<string>) =>
  (JSON.stringify(answer.data ?? null).match(ID_PATTERN) ?? []).filter((id) => hidden.has(id));
const codeOf = (answer: GraphQLAnswer<Record<string, unknown>>, field: string) => {
  const result = answer.data?.[field] as { code?: string } | null | undefined;
  return result?.code ?? answer.errors?.[0]?.extensions.code;
};

describe.each(nodeTypes)('the node %s', (type) => {
  const ask = (token: string | null) =>
    test.graphql<{ node: { __typename: string } | null }>(
      'query ($id: ID!) { node(id: $id) { __typename id } }',
      { id: victim.nodes[type] },
      token,
    );

  it('is there for its own organisation', async () => {
    expect(victim.nodes).toHaveProperty(type);
    expect(await ask(test.ownerToken)).toEqual({ data: { node: { __typename: type, id: victim.nodes[type] } } });
  });

  it('tells nobody anything', async () => {
    const answer = await ask(null);
    expect(answer.data?.node ?? null).toBeNull();
    expect(answer.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });

  it.each(callerNames)('does not exist for %s', async (caller) => {
    const { token, hidden } = callers[caller]();
    if (!hidden.has(victim.nodes[type] ?? '')) return;
    const answer = await ask(token);
    expect(answer.data?.node ?? null).toBeNull();
    expect((answer.errors ?? []).filter(({ extensions }) => !REFUSED.includes(extensions.code))).toEqual([]);
  });
});

describe.each(queryFields)('the query $name', (field) => {
  const ask = (token: string | null) => {
    const variables = queries[field.name]?.(victim) ?? {};
    return test.graphql(documentOf('query', field, variables), variables, token);
  };

  it('has an attempt here, which its own organisation succeeds with', async () => {
    expect(Object.keys(queries)).toContain(field.name);
    const answer = await ask(test.ownerToken);
    expect(answer.errors).toBeUndefined();
    if (!withoutIds.includes(field.name)) expect(seen(answer, foreignIds)).not.toEqual([]);
  });

  it('is refused to nobody’s face', async () => {
    const answer = await ask(null);
    expect(Object.values(answer.data ?? {}).every((value) => value === null)).toBe(true);
    expect(answer.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });

  it.each(callerNames)('shows nothing to %s', async (caller) => {
    const { token, hidden } = callers[caller]();
    const answer = await ask(token);
    expect(seen(answer, hidden)).toEqual([]);
    const codes = (answer.errors ?? []).map(({ extensions }) => extensions.code);
    expect(codes.filter((code) => !REFUSED.includes(code))).toEqual([]);
  });
});

describe.each(mutationFields)('the mutation $name', (field) => {
  const ask = (token: string | null) => {
    const variables = mutations[field.name]?.(victim) ?? {};
    return test.graphql(documentOf('mutation', field, variables), variables, token);
  };

  it('is refused to nobody’s face', async () => {
    expect(Object.keys(mutations)).toContain(field.name);
    const answer = await ask(null);
    expect(codeOf(answer, field.name)).toBe('UNAUTHENTICATED');
  });

  it('reaches nothing from another organisation', async () => {
    const answer = await ask(stranger.secret);
    if (ownAffairs.includes(field.name)) expect(answer.errors).toBeUndefined();
    else expect(REFUSED).toContain(codeOf(answer, field.name));
    expect(await placeInLog()).toBe(lastEventSeq);
  });

  it('reaches nothing from a session of other work', async () => {
    const answer = await ask(session.secret);
    expect(REFUSED).toContain(codeOf(answer, field.name));
    expect(await placeInLog()).toBe(lastEventSeq);
  });
});

describe('the content of an artifact', () => {
  const download = (token: string | null) =>
    fetch(`${test.url}/api/v1/artifacts/${victim.artifactId}/content`, {
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    });

  it('is there for its own organisation and nobody else', async () => {
    expect(await (await download(test.ownerToken)).text()).toBe('the victim’s bytes');
    expect((await download(null)).status).toBe(401);
    expect((await download(stranger.secret)).status).toBe(404);
    expect((await download(session.secret)).status).toBe(404);
  });
});
