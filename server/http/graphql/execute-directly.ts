import type { IncomingHttpHeaders } from 'node:http';
import { type ExecutionResult, getOperationAST, OperationTypeNode } from 'graphql';
import { enveloped } from './enveloped.ts';
import { withoutHttp } from './without-http.ts';
import type { EdgeContext, GraphQLServer } from './yoga.ts';

const JSON_TYPE = /^application\/json\s*(;\s*charset=utf-?8)?$/i;
const RESULT_TYPE = 'application/graphql-response+json';

export interface DirectAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

interface Params {
  readonly query: string;
  readonly variables?: Record<string, unknown> | null;
  readonly operationName?: string | null;
}

/**
 * Answers the plain case without Yoga's Request and Response objects, whose making costs more than executing a small
 * query: a JSON body with a query or mutation that parses, validates and takes its variables. Parsing, validation,
 * limits, masking and execution are Yoga's own. For everything else it gives undefined, having changed nothing, and
 * Yoga answers with all the rules of GraphQL over HTTP.
 */
export async function executeDirectly(
  graphql: GraphQLServer,
  headers: IncomingHttpHeaders,
  body: Buffer,
  edge: EdgeContext,
): Promise<DirectAnswer | undefined> {
  const contentType = answerType(headers.accept);
  if (contentType === undefined || !JSON_TYPE.test(headers['content-type'] ?? '')) return undefined;
  const params = paramsOf(body);
  if (params === undefined) return undefined;
  const { schema, parse, validate, contextFactory, execute } = enveloped(graphql, edge, params);
  const document = attempt(() => parse(params.query));
  if (document === undefined || validate(schema, document).length > 0) return undefined;
  const operation = getOperationAST(document, params.operationName);
  if (!operation || operation.operation === OperationTypeNode.SUBSCRIPTION) return undefined;
  const result = await execute({
    schema,
    document,
    contextValue: await contextFactory(),
    variableValues: params.variables ?? {},
    operationName: params.operationName ?? null,
  });
  if (result.data === undefined) return undefined;
  return { contentType, status: statusOf(result), body: JSON.stringify(result, withoutHttp) };
}

/** The media type to answer in, or undefined when the caller asks for one that only Yoga can weigh. */
function answerType(accept = '*/*'): string | undefined {
  if (accept.includes(RESULT_TYPE)) return `${RESULT_TYPE}; charset=utf-8`;
  return accept.includes('application/json') || accept.includes('*/*') ? 'application/json; charset=utf-8' : undefined;
}

function paramsOf(body: Buffer): Params | undefined {
  const value = attempt(() => JSON.parse(body.toString('utf8')) as unknown);
  if (!isObject(value) || typeof value['query'] !== 'string') return undefined;
  const { variables, operationName } = value;
  const sound =
    (variables === undefined || variables === null || isObject(variables)) &&
    (operationName === undefined || operationName === null || typeof operationName === 'string');
  return sound ? (value as unknown as Params) : undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value, or undefined when making it threw: Yoga meets the same error and words the answer. */
function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

function statusOf(result: ExecutionResult): number {
  const wanted = result.errors?.map((error) => (error.extensions['http'] as { status?: number } | undefined)?.status);
  return wanted?.find((status) => status !== undefined) ?? 200;
}
