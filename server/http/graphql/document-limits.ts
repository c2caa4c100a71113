import { type DocumentNode, type ExecutionArgs, GraphQLError, Kind, visit } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { MAX_PAGE_SIZE } from '#schema/query-limits.ts';
import { QueryTooComplexError } from '#server/errors.ts';
import { MAX_ALIASES, MAX_DOCUMENT_TOKENS } from '../limits.ts';

/** What has to be checked of a document, read once: clients send the same documents again and again. */
interface DocumentShape {
  readonly aliases: number;
  /** Largest page size written into the document itself. */
  readonly largestPage: number;
  /** Names of the variables that page sizes come from. */
  readonly pageVariables: readonly string[];
  /** By the name of a variable, the number that stands for it when the caller leaves it out. */
  readonly defaults: ReadonlyMap<string, number>;
}

const shapes = new WeakMap<DocumentNode, DocumentShape>();

/** Refuses documents with too many tokens or aliases, and pages over the limit, instead of quietly giving less than was asked. */
export function useDocumentLimits(): Plugin {
  return {
    onParse({ parseFn, setParseFn }) {
      setParseFn((source, options) => parseFn(source, { ...options, maxTokens: MAX_DOCUMENT_TOKENS }) as DocumentNode);
    },
    onExecute: ({ args, setResultAndStopExecution }) => refuseOver(args, setResultAndStopExecution),
    onSubscribe: ({ args, setResultAndStopExecution }) => refuseOver(args, setResultAndStopExecution),
  };
}

type LimitedArgs = Pick<ExecutionArgs, 'document' | 'variableValues'>;

function refuseOver(args: LimitedArgs, refuse: (result: { errors: GraphQLError[] }) => void): void {
  const error = limitBrokenBy(args);
  if (error !== undefined) refuse({ errors: [new GraphQLError(error.message, { originalError: error })] });
}

function limitBrokenBy(args: LimitedArgs): QueryTooComplexError | undefined {
  const shape = shapeOf(args.document);
  if (shape.aliases > MAX_ALIASES) {
    return new QueryTooComplexError(`The document has ${shape.aliases} aliases; the limit is ${MAX_ALIASES}.`);
  }
  const asked = shape.pageVariables.map((name) => Number(args.variableValues?.[name] ?? shape.defaults.get(name) ?? 0));
  const largest = Math.max(shape.largestPage, ...asked);
  if (largest > MAX_PAGE_SIZE) {
    return new QueryTooComplexError(
      `A page of ${largest} was asked for; the limit is ${MAX_PAGE_SIZE}. Page with \`after\`.`,
    );
  }
  return undefined;
}

function shapeOf(document: DocumentNode): DocumentShape {
  const known = shapes.get(document);
  if (known !== undefined) return known;
  let aliases = 0;
  let largestPage = 0;
  const pageVariables: string[] = [];
  const defaults = new Map<string, number>();
  visit(document, {
    VariableDefinition({ variable, defaultValue }) {
      if (defaultValue?.kind === Kind.INT) defaults.set(variable.name.value, Number(defaultValue.value));
    },
    Field(field) {
      if (field.alias !== undefined) aliases += 1;
      for (const { name, value } of field.arguments ?? []) {
        if (name.value !== 'first' && name.value !== 'last') continue;
        if (value.kind === Kind.INT) largestPage = Math.max(largestPage, Number(value.value));
        if (value.kind === Kind.VARIABLE) pageVariables.push(value.name.value);
      }
    },
  });
  const shape = { aliases, largestPage, pageVariables, defaults };
  shapes.set(document, shape);
  return shape;
}
