import js from '@eslint/js';
import graphql from '@graphql-eslint/eslint-plugin';
import { defineConfig, globalIgnores } from 'eslint/config';
import { readFileSync } from 'node:fs';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';

/** The files of prisma/schema, and the one folder of server/ that writes the models of each. */
const writers = {
  work: 'work',
  sessions: 'sessions',
  handoffs: 'handoffs',
  machines: 'machines',
  fleet: 'fleet',
  events: 'events',
  auth: 'auth',
  idempotency: 'idempotency',
  webhooks: 'webhooks',
  documents: 'documents',
};
/** Types whose id names another thing, and entries of a log, which are reached through their log alone. */
const notNodes = ['Actor', 'IdMatch', 'Event', 'SessionEvent', 'InboxItem', 'LineageNode'];

/** Rules of the schema that no published linter has, as patterns of its syntax that are refused. */
const schemaRules = [
  {
    selector: `ObjectTypeDefinition:not([name.value=/^(${notNodes.join('|')})$/]):has(> FieldDefinition.fields[name.value="id"]):not(:has(> NamedType.interfaces[name.value="Node"]))`,
    message: 'A type with an id implements Node, so that node(id) finds it and says who may reach it.',
  },
  {
    selector: 'ObjectTypeDefinition[name.value=/Error$/]:not(:has(> NamedType.interfaces[name.value="UserError"]))',
    message: 'A type whose name ends in Error implements UserError: one fragment handles them all.',
  },
  {
    selector: 'ObjectTypeDefinition:not([name.value=/Error$/]):has(> NamedType.interfaces[name.value="UserError"])',
    message: 'A type that implements UserError says so by its name: it ends in Error.',
  },
];

const writingCalls =
  'create|createMany|createManyAndReturn|update|updateMany|updateManyAndReturn|upsert|delete|deleteMany';

/** What plain JavaScript here may use without an import; in TypeScript the compiler knows. */
const nodeGlobals = ['process', 'console', 'module', 'URL', 'Buffer', 'WebAssembly', 'performance', 'setTimeout'];

export default defineConfig(
  globalIgnores(['dist', 'coverage', 'prisma/generated', 'client/api/graphql', 'tests/fixtures']),
  {
    linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true },
  },
  {
    files: ['**/*.{js,cjs,mjs,ts}'],
    extends: [js.configs.recommended],
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: { globals: Object.fromEntries(nodeGlobals.map((name) => [name, 'readonly'])) },
  },
  {
    files: ['**/*.ts'],
    extends: [ts.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] } },
    rules: {
      'no-undef': 'off',
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: true }],
      '@typescript-eslint/return-await': ['error', 'in-try-catch'],
      '@typescript-eslint/only-throw-error': 'error',
      // An async function without await still turns what it throws into a rejection, which callers rely on.
      '@typescript-eslint/require-await': 'off',
    },
  },
  ...ts.configs.recommendedTypeChecked.map((config) => ({ ...config, files: ['client/web/**/*.svelte'] })),
  ...svelte.configs.recommended,
  {
    files: ['client/web/**/*.{svelte,svelte.ts}'],
    languageOptions: {
      parserOptions: { projectService: true, extraFileExtensions: ['.svelte'], parser: ts.parser },
    },
    rules: {
      'no-undef': 'off',
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'svelte/no-at-html-tags': 'error',
      // What is not shown need not be reactive: sets of listeners, maps made and dropped in one function.
      'svelte/prefer-svelte-reactivity': 'off',
      // The page routes by plain links, which its own small router follows.
      'svelte/no-navigation-without-resolve': 'off',
      'prefer-const': 'off',
      'svelte/prefer-const': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // The parser of components does not know the types of snippets' parameters; svelte-check does.
      '@typescript-eslint/no-unnecessary-type-assertion': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
    },
  },
  {
    // A test file is a list of stories: `describe` and `it` are functions only by their syntax.
    files: ['tests/**/*.ts'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    files: ['**/tools/**', 'tests/bench/**', 'tests/demo/**', 'client/cli/**'],
    rules: { 'no-console': 'off' },
  },
  {
    // A type of the schema is one declaration, long with its descriptions.
    files: ['schema/*.ts', 'schema/!(documents)/*.ts'],
    rules: { 'max-lines-per-function': 'off' },
  },
  ...singleWriterRules(),
  {
    files: ['schema/schema.graphql'],
    plugins: { '@graphql-eslint': graphql },
    languageOptions: {
      parser: graphql.parser,
      parserOptions: { graphQLConfig: { schema: './schema/schema.graphql' } },
    },
    rules: graphqlRules(),
  },
);

/** Refuses a write to a table from any folder of the server, or from the schema, but its writer's. */
function singleWriterRules() {
  const owned = Object.entries(writers).map(([file, folder]) => ({ folder, models: modelsOf(file) }));
  const everywhere = { files: ['server/**/*.ts', 'schema/**/*.ts'], rules: refuseWrites(owned) };
  const inOwners = owned.map(({ folder }) => ({
    files: [`server/${folder}/**/*.ts`],
    rules: refuseWrites(owned.filter((other) => other.folder !== folder)),
  }));
  return [everywhere, ...inOwners];
}

function refuseWrites(owned) {
  const selectors = owned.map(({ folder, models }) => ({
    selector: `CallExpression[callee.property.name=/^(${writingCalls})$/][callee.object.property.name=/^(${models.join('|')})$/]`,
    message: `Only server/${folder} writes this table: call its function with the transaction.`,
  }));
  return { 'no-restricted-syntax': ['error', ...selectors] };
}

/** The models of one file of prisma/schema, as the client spells them. */
function modelsOf(file) {
  const text = readFileSync(new URL(`./prisma/schema/${file}.prisma`, import.meta.url), 'utf8');
  return [...text.matchAll(/^model (\w)(\w*)/gm)].map(([, first, rest]) => first.toLowerCase() + rest);
}

function graphqlRules() {
  return {
    ...graphql.configs['flat/schema-recommended'].rules,
    ...graphql.configs['flat/schema-relay'].rules,
    '@graphql-eslint/input-name': ['error', { checkInputType: true, caseSensitiveInputType: false }],
    '@graphql-eslint/require-deprecation-date': 'error',
    '@graphql-eslint/no-scalar-result-type-on-mutation': 'error',
    '@graphql-eslint/require-description': [
      'error',
      {
        types: true,
        rootField: true,
        // Relay's own furniture, and the unions of a mutation's answers: the mutation's description speaks for them.
        ignoredSelectors: [
          '[type=ObjectTypeDefinition][name.value=/(Connection|Edge|PageInfo)$/]',
          '[type=InterfaceTypeDefinition][name.value="Node"]',
          '[type=UnionTypeDefinition][name.value=/Result$/]',
        ],
      },
    ],
    '@graphql-eslint/strict-id-in-types': 'off',
    'no-restricted-syntax': ['error', ...schemaRules],
    // Connections here also offer their nodes without the edges, and list parts that have no id of their own.
    '@graphql-eslint/relay-edge-types': [
      'error',
      { withEdgeSuffix: true, shouldImplementNode: false, listTypeCanWrapOnlyEdgeType: false },
    ],
  };
}
