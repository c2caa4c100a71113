import { type DocumentNode, type ExecutionArgs, GraphQLError, Kind, Lexer, Source, TokenKind, visit } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { ValidationError } from '#server/errors.ts';
import { couldBeCursor } from './could-be-cursor.ts';
import { MAX_DOCUMENT_TOKENS } from '../limits.ts';

/** Deepest nesting of brackets in a document, and of lists and objects in variables: what recurses must not overflow. */
const MAX_NESTING = 100;
const OPENING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** Where a document takes a cursor from: the list's name, and the text itself or the name of a variable. */
interface CursorPlace {
  readonly list: string;
  readonly text?: string;
  readonly variable?: string;
}

const placesOf = new WeakMap<DocumentNode, readonly CursorPlace[]>();

/** Refuses what would overflow the stack of those who read it, and cursors that no list of ours gives. */
export function useSoundInput(): Plugin {
  return {
    onParse({ parseFn, setParseFn }) {
      setParseFn((source: string | Source, options) => {
        refuseDeepNesting(typeof source === 'string' ? new Source(source) : source);
        return parseFn(source, options) as DocumentNode;
      });
    },
    onExecute: ({ args, setResultAndStopExecution }) => refuseUnsound(args, setResultAndStopExecution),
    onSubscribe: ({ args, setResultAndStopExecution }) => refuseUnsound(args, setResultAndStopExecution),
  };
}

/** The parser calls itself for every bracket, so they are counted first, in the tokens that it would read. */
function refuseDeepNesting(source: Source): void {
  const lexer = new Lexer(source);
  let depth = 0;
  for (let read = 0; read < MAX_DOCUMENT_TOKENS; read++) {
    const { kind } = lexer.advance();
    if (kind === TokenKind.EOF) return;
    if (OPENING.has(kind)) depth += 1;
    if (CLOSING.has(kind)) depth -= 1;
    if (depth > MAX_NESTING) throw new GraphQLError(`The document is nested deeper than ${MAX_NESTING} brackets.`);
  }
}

type UncheckedArgs = Pick<ExecutionArgs, 'document' | 'variableValues'>;

function refuseUnsound(args: UncheckedArgs, refuse: (result: { errors: GraphQLError[] }) => void): void {
  const error = unsoundness(args);
  if (error !== undefined) refuse({ errors: [new GraphQLError(error.message, { originalError: error })] });
}

function unsoundness({ document, variableValues }: UncheckedArgs): ValidationError | undefined {
  if (isDeeperThan(MAX_NESTING, variableValues)) {
    return new ValidationError('variables', `are nested deeper than ${MAX_NESTING} lists and objects`);
  }
  for (const { list, text, variable } of cursorPlaces(document)) {
    const cursor = variable === undefined ? text : variableValues?.[variable];
    if (typeof cursor === 'string' && !couldBeCursor(list, cursor)) {
      return new ValidationError('after', `is not a cursor of ${list}; send one back as it was given`);
    }
  }
  return undefined;
}

/** Goes down level by level instead of calling itself. */
function isDeeperThan(limit: number, value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? (Object.values(item) as unknown[]) : [],
    );
  }
  return false;
}

function cursorPlaces(document: DocumentNode): readonly CursorPlace[] {
  const known = placesOf.get(document);
  if (known !== undefined) return known;
  const places: CursorPlace[] = [];
  visit(document, {
    Field(field) {
      for (const { name, value } of field.arguments ?? []) {
        if (name.value !== 'after' && name.value !== 'before') continue;
        const list = field.name.value;
        if (value.kind === Kind.STRING) places.push({ list, text: value.value });
        if (value.kind === Kind.VARIABLE) places.push({ list, variable: value.name.value });
      }
    },
  });
  placesOf.set(document, places);
  return places;
}
