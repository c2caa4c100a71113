import {
  getNamedType,
  type GraphQLField,
  type GraphQLNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';

/**
 * The operation that asks for all there is: of what the field answers every value, and of what that refers to the ids.
 * Variables bear the names of the arguments; those that are neither given nor required are left out.
 */
export function documentOf(
  kind: 'query' | 'mutation',
  field: GraphQLField<unknown, unknown>,
  given: Readonly<Record<string, unknown>>,
): string {
  const args = field.args.filter((arg) => isRequiredArgument(arg) || arg.name in given);
  const variables = args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ');
  const page = field.args.some(({ name }) => name === 'first') ? ['first: 5'] : [];
  const passed = [...args.map((arg) => `${arg.name}: $${arg.name}`), ...page].join(', ');
  const call = passed === '' ? field.name : `${field.name}(${passed})`;
  const head = variables === '' ? kind : `${kind} (${variables})`;
  return `${head} { ${call} ${selection(getNamedType(field.type), 2)} }`;
}

function selection(type: GraphQLNamedType, depth: number): string {
  if (isLeafType(type)) return '';
  if (isUnionType(type)) return '{ __typename ... on UserError { code } }';
  if (isAbstractType(type)) return '{ __typename ... on Node { id } }';
  if (!isObjectType(type)) return '{ __typename }';
  const fields = Object.values(type.getFields()).filter((field) => !field.args.some(isRequiredArgument));
  const chosen = fields.flatMap((field) => {
    const of = getNamedType(field.type);
    if (isLeafType(of)) return depth > 1 || field.name === 'id' ? [field.name] : [];
    if (['edges', 'node', 'nodes'].includes(field.name)) return [`${field.name} ${selection(of, depth)}`];
    const page = field.args.some(({ name }) => name === 'first') ? '(first: 2)' : '';
    return depth > 1 ? [`${field.name}${page} ${selection(of, depth - 1)}`] : [];
  });
  return `{ __typename ${chosen.join(' ')} }`;
}
