/**
 * The walls between the rooms. Each rule is one line of the table in ARCHITECTURE.md, "Rooms";
 * change that table and this file together.
 */

/** Lowest first: a domain may call those of the groups before its own. */
const domainOrder = [
  ['work', 'machines', 'organisation'],
  ['sessions', 'documents'],
  ['handoffs'],
  ['lineage', 'webhooks'],
  ['fleet'],
  ['inbox'],
];

/** What every domain stands on. */
const serverGround = ['db', 'errors', 'events', 'idempotency', 'auth'];

const rooms = '(schema|server|client|daemon|prisma|tests)';
const domains = domainOrder.flat().join('|');

/** Types leave no trace at run time, so a wall about running code lets them pass. */
const atRunTime = { dependencyTypesNot: ['type-only'] };

const domainRules = domainOrder.flatMap((group, index) =>
  group.map((domain) => {
    const allowed = [domain, ...domainOrder.slice(0, index).flat()].join('|');
    return {
      name: `domain-order-${domain}`,
      comment: `server/${domain} may call only the domains before it: work, machines and organisation, sessions and documents, handoffs, lineage and webhooks, fleet, inbox.`,
      severity: 'error',
      from: { path: `^server/${domain}/` },
      to: { path: `^server/(${domains})/`, pathNot: `^server/(${allowed})/` },
    };
  }),
);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Files that need each other cannot be read, tested or moved alone. Types may refer to each other.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'not-to-test',
      comment: 'The product must not depend on its tests.',
      severity: 'error',
      from: { pathNot: '^tests/' },
      to: { path: '^tests/' },
    },
    {
      name: 'not-to-unresolvable',
      comment: 'An import that leads nowhere fails at run time, perhaps only on one path.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'not-to-dev-dependency',
      comment:
        'What runs in production is installed by `dependencies`. Tools, configuration and the build of the page run before it.',
      severity: 'error',
      from: { path: '^(schema|server|client|daemon)/', pathNot: '/tools/|^client/api/codegen\\.ts$|^client/web/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '^node_modules/@types/' },
    },
    {
      name: 'crossings-are-visible',
      comment: 'Across rooms an import goes through package.json#imports (#server/…), so that a reader sees it.',
      severity: 'error',
      from: { path: `^${rooms}/` },
      to: { path: `^${rooms}/`, pathNot: '^$1/', dependencyTypesNot: ['aliased-subpath-import'] },
    },
    {
      name: 'inside-is-relative',
      comment: 'Inside a room an import is relative; #room/… means that a wall is crossed.',
      severity: 'error',
      from: { path: '^(schema/documents|client/(?:api|cli|web)|daemon)/' },
      to: { path: '^$1/', dependencyTypes: ['aliased-subpath-import'] },
    },
    {
      name: 'documents-import-nothing-of-ours',
      comment: 'Documents travel: the browser, the daemon and the server compute the same bytes from them.',
      severity: 'error',
      from: { path: '^schema/documents/' },
      to: { path: `^${rooms}/`, pathNot: '^schema/documents/' },
    },
    {
      name: 'documents-run-everywhere',
      comment: 'schema/documents also runs in a browser: no module of Node.',
      severity: 'error',
      from: { path: '^schema/documents/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'prisma-imports-nothing',
      comment: 'prisma/ says where state lies and knows nobody.',
      severity: 'error',
      from: { path: '^prisma/' },
      to: { path: `^${rooms}/`, pathNot: '^prisma/' },
    },
    {
      name: 'domains-do-not-know-the-edge',
      comment: 'A domain decides and writes: it knows neither the schema, nor HTTP, nor how it is composed.',
      severity: 'error',
      from: { path: `^server/(${domains}|${serverGround.join('|')})/` },
      to: { path: '^(schema/(?!documents/)|client/|daemon/|server/(http/|app\\.ts$|main\\.ts$))' },
    },
    {
      name: 'ground-does-not-know-domains',
      comment: 'What every domain stands on calls none of them. The commands on credentials are no ground.',
      severity: 'error',
      from: {
        path: `^server/((${serverGround.join('|')})/|[a-z-]*error[a-z-]*\\.ts$)`,
        pathNot: '^server/auth/tokens/',
      },
      to: { path: `^server/(${domains})/`, ...atRunTime },
    },
    ...domainRules,
    {
      name: 'server-knows-no-caller',
      comment: 'Commands go down: the server never imports those who call it.',
      severity: 'error',
      from: { path: '^(server|schema)/', pathNot: '^schema/(documents|tools)/' },
      to: { path: '^(client|daemon)/' },
    },
    {
      name: 'server-takes-the-schema-whole',
      comment:
        'Only the edge and the composition root see the schema, through schema/schema.ts and the limits of queries.',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^schema/', pathNot: '^schema/(documents/|(schema|query-limits)\\.ts$)', ...atRunTime },
    },
    {
      name: 'schema-is-thin',
      comment:
        'Resolvers translate and services decide: the schema reaches domains, errors and rights, not the machinery.',
      severity: 'error',
      from: { path: '^schema/', pathNot: '^schema/(documents|tools)/' },
      to: { path: '^server/(db|idempotency|http)/|^server/(main|app|config|logger)\\.ts$', ...atRunTime },
    },
    {
      name: 'schema-sees-only-the-generated-client',
      comment: 'Of prisma/ the schema needs the generated models and nothing else.',
      severity: 'error',
      from: { path: '^schema/', pathNot: '^schema/documents/' },
      to: { path: '^prisma/', pathNot: '^prisma/generated/' },
    },
    {
      name: 'prisma-stays-behind-the-server',
      comment: 'Only server/ and schema/ see Prisma, so that its next major version is their affair alone.',
      severity: 'error',
      from: { path: '^(client|daemon|schema/documents)/' },
      to: { path: '^(prisma/|node_modules/@?prisma/|node_modules/@pothos/)' },
    },
    {
      name: 'sdk-knows-only-documents',
      comment: 'client/api is the one SDK; it stands on documents and the printed schema.',
      severity: 'error',
      from: { path: '^client/api/' },
      to: { path: `^${rooms}/`, pathNot: '^(client/api|schema/documents)/' },
    },
    {
      name: 'faces-know-only-the-sdk',
      comment: 'The command line and the page call through client/api like anybody else; neither knows the other.',
      severity: 'error',
      from: { path: '^client/(cli|web)/' },
      to: {
        path: `^${rooms}/`,
        pathNot: '^(client/$1/|client/api/|schema/documents/|server/main\\.ts$|daemon/(main|cli)\\.ts$)',
      },
    },
    {
      name: 'only-the-cli-starts-servers',
      comment: 'The page never loads an entry file of the server or the daemon.',
      severity: 'error',
      from: { path: '^client/', pathNot: '^client/cli/' },
      to: { path: '^(server|daemon)/' },
    },
    {
      name: 'entries-are-loaded-when-needed',
      comment: 'The CLI loads the server and the daemon by dynamic import, so that every other command starts fast.',
      severity: 'error',
      from: { path: '^client/cli/' },
      to: { path: '^(server|daemon)/', dynamic: false, ...atRunTime },
    },
    {
      name: 'daemon-calls-through-the-sdk',
      comment: 'The daemon is beside the code and far from the record: it reaches the server only through client/api.',
      severity: 'error',
      from: { path: '^daemon/' },
      to: { path: `^${rooms}/`, pathNot: '^(daemon|client/api|schema/documents)/' },
    },
  ],
  options: {
    doNotFollow: { path: ['^node_modules', '^prisma/generated', '^client/api/graphql'] },
    exclude: { path: ['^dist', '^tests/fixtures'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'svelte', 'default', 'types'],
      extensions: ['.ts', '.mjs', '.cjs', '.js', '.json', '.svelte'],
    },
  },
};
