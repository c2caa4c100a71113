import { type DocumentNode, type ExecutionArgs, getOperationAST, Kind, print, visit } from 'graphql';
import type { Actor } from '#server/auth/actor.ts';

/** The argument of a subscription that says where a viewer begins: it chooses events, and changes none of them. */
const CURSOR_ARGUMENT = 'after';

type Asked = Pick<ExecutionArgs, 'document' | 'operationName' | 'variableValues'>;

/**
 * The same text for two viewers exactly if an event looks the same to both: they hold the same rights and ask for the
 * same thing. All that an actor has but its identity counts as a right, so that a right added later is not forgotten;
 * variables count by their values, whatever the order of their keys, less the one that only says where to begin.
 */
export function groupKey(actor: Actor | null, { document, operationName, variableValues }: Asked): string {
  const cursors = cursorVariables(document, operationName);
  const variables = Object.entries(variableValues ?? {}).filter(([name]) => !cursors.has(name));
  const text = document.loc?.source.body ?? print(document);
  return canonical([rightsOf(actor), operationName ?? null, Object.fromEntries(variables), text]);
}

function rightsOf(actor: Actor | null): unknown {
  if (actor === null) return null;
  const { id: _id, name: _name, tokenId: _tokenId, scopes, ...rights } = actor;
  return { ...rights, scopes: [...scopes].sort() };
}

/** JSON whose objects have their keys in one order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

const known = new WeakMap<DocumentNode, Map<string | null, ReadonlySet<string>>>();

/** Names of the variables that are used as cursors of the operation's own fields and nowhere else. */
function cursorVariables(document: DocumentNode, operationName: string | null | undefined): ReadonlySet<string> {
  const byOperation = known.get(document) ?? new Map<string | null, ReadonlySet<string>>();
  known.set(document, byOperation);
  const names = byOperation.get(operationName ?? null) ?? findCursorVariables(document, operationName);
  byOperation.set(operationName ?? null, names);
  return names;
}

function findCursorVariables(document: DocumentNode, operationName: string | null | undefined): ReadonlySet<string> {
  const fields = getOperationAST(document, operationName)?.selectionSet.selections ?? [];
  const asCursor = fields
    .flatMap((field) => (field.kind === Kind.FIELD ? (field.arguments ?? []) : []))
    .flatMap(({ name, value }) => (name.value === CURSOR_ARGUMENT && value.kind === Kind.VARIABLE ? [value] : []));
  const elsewhere = new Set<string>();
  visit(document, {
    VariableDefinition: () => false,
    Variable(variable) {
      if (!asCursor.includes(variable)) elsewhere.add(variable.name.value);
    },
  });
  return new Set(asCursor.map(({ name }) => name.value).filter((name) => !elsewhere.has(name)));
}
