import { z } from 'zod';
import { errorCodes } from '#server/errors.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';
import { createSchemaComponents, type Json, type SchemaComponents } from './schema-components.ts';
import { REDACTIONS_HEADER, REST_PATH } from './serve-operation.ts';

const errorAnswer = z
  .strictObject({
    error: z.strictObject({
      code: z.enum(Object.keys(errorCodes)).describe('What to branch on.'),
      message: z.string().describe('What was wrong, where, and what to do.'),
      details: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('Data of the code, such as the refused field, or the id that a fault is logged under.'),
    }),
  })
  .meta({ id: 'Error', description: 'Every answer that is not the one asked for.' });

const refusals = {
  BadRequest: ['400', 'The request is not JSON, or its path is not well-formed.'],
  Unauthenticated: ['401', 'There is no credential, or it is unknown, revoked or expired.'],
  Forbidden: ['403', 'The credential lacks a scope, or is not of the right kind.'],
  NotFound: ['404', 'There is no such thing within reach of the credential.'],
  Conflict: ['409', 'The thing is in a state that does not take this, or somebody was faster.'],
  TooLarge: ['413', 'The body is over the limit.'],
  UnsupportedMediaType: ['415', 'The body is of another type than application/json.'],
  Unprocessable: [
    '422',
    'A field is missing, unknown, malformed or too long; or the idempotency key was used for another request.',
  ],
  Fault: ['500', 'A fault on the server, logged under an id.'],
} as const;

type Refusal = keyof typeof refusals;

let made: Json | undefined;

/** The OpenAPI 3.1 document of the plain routes, made from the definitions that serve them. */
export const openApiDocument = (): Json => (made ??= makeDocument());

function makeDocument(): Json {
  const schemas = createSchemaComponents();
  const refused = answer('Refused.', schemas.describe(errorAnswer, 'output'));
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kernel',
      version: '1',
      description: 'What a script can do over plain HTTP: the same commands as the GraphQL API, with the same rights.',
      contact: { name: 'Kernel' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: REST_PATH, description: 'The server that gave this document.' }],
    security: [{ bearer: [] }],
    tags: tags.map((name) => ({ name, description: `Everything about ${name.toLowerCase()}.` })),
    paths: paths(schemas),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A token of a member, machine or session.' },
      },
      parameters: { IdempotencyKey: idempotencyKey },
      headers: { Redactions: redactions },
      responses: Object.fromEntries(
        Object.entries(refusals).map(([name, [, text]]) => [name, { ...refused, description: text }]),
      ),
      schemas: schemas.named,
    },
  };
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Any unique text, such as a UUID. A request repeated with its key gets the first answer and does nothing.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]+$', maxLength: 200 },
  example: '4a1e6f0e-3f0c-4b7e-9d51-0c6b9c1f2a77',
};

const redactions = {
  description:
    'How many secrets were replaced in what was sent, by class. Not there when there were none; the values are nowhere.',
  schema: { type: 'string', pattern: '^[a-z0-9-]+=[0-9]+(, [a-z0-9-]+=[0-9]+)*$' },
  example: 'assignment=1, jwt=2',
};

const ref = (name: string, kind: string): Json => ({ $ref: `#/components/${kind}/${name}` });
const answer = (description: string, schema: Json): Json => ({
  description,
  content: { 'application/json': { schema } },
});

function paths(schemas: SchemaComponents): Json {
  const all: Record<string, Json> = { '/artifacts/{id}/content': { get: artifactContent } };
  for (const operation of operations) {
    all[operation.path] = { ...all[operation.path], [operation.method.toLowerCase()]: described(operation, schemas) };
  }
  return all;
}

function described(operation: Operation, schemas: SchemaComponents): Json {
  const { name, tag, summary, description, scopes, body, status } = operation;
  const example = operation.example.body === undefined ? {} : { example: operation.example.body };
  const content = body && { 'application/json': { schema: schemas.describe(body, 'input'), ...example } };
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: `${description} Needs ${scopes.map((scope) => `\`${scope}\``).join(' and ')}.`,
    parameters: parametersOf(operation, schemas),
    ...(content === undefined ? {} : { requestBody: { required: true, content } }),
    responses: {
      [status]: { ...answer(summary, schemas.describe(operation.answer, 'output')), ...headersOf(operation) },
      ...refused(refusalsOf(operation)),
    },
  };
}

/** Only what writes has anything to replace. */
const headersOf = ({ method }: Operation): Json =>
  method === 'GET' ? {} : { headers: { [REDACTIONS_HEADER]: ref('Redactions', 'headers') } };

function parametersOf({ path, method, query, example }: Operation, schemas: SchemaComponents): Json[] {
  const inPath = path.includes('{id}')
    ? [idParameter(path.startsWith('/work/') ? 'Id or key.' : 'Id.', example.id)]
    : [];
  const inQuery = Object.entries(query?.shape ?? {}).map(([name, field]) => {
    const { description, ...schema } = schemas.describe(field, 'input');
    return { name, in: 'query', description, schema };
  });
  return [...inPath, ...inQuery, ...(method === 'GET' ? [] : [ref('IdempotencyKey', 'parameters')])];
}

const idParameter = (description: string, example: string | undefined): Json => ({
  ...{ name: 'id', in: 'path', required: true, description, schema: { type: 'string' } },
  ...(example === undefined ? {} : { example }),
});

function refusalsOf({ path, method }: Operation): Refusal[] {
  const writes = method !== 'GET';
  const always: Refusal[] = ['BadRequest', 'Unauthenticated', 'Forbidden', 'Unprocessable', 'Fault'];
  const found: Refusal[] = path.includes('{id}') || writes ? ['NotFound'] : [];
  return [...always, ...found, ...(writes ? (['Conflict', 'TooLarge', 'UnsupportedMediaType'] as const) : [])];
}

const refused = (names: readonly Refusal[]): Json =>
  Object.fromEntries(names.map((name) => [refusals[name][0], ref(name, 'responses')]));

const artifactContent: Json = {
  operationId: 'getArtifactContent',
  tags: ['Artifacts'],
  summary: 'Download an upload',
  description: 'The bytes of an artifact that was uploaded. Needs `work.read`.',
  parameters: [idParameter('Id.', undefined)],
  responses: {
    200: {
      description: 'The bytes.',
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    },
    ...refused(['Unauthenticated', 'Forbidden', 'NotFound', 'Fault']),
  },
};
