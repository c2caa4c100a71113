import type { CodegenConfig } from '@graphql-codegen/cli';

/**
 * Types every operation of client/api against the printed schema. A field that does not exist fails
 * here, before any code runs. The folder is generated and not committed.
 */
const config: CodegenConfig = {
  schema: 'schema/schema.graphql',
  documents: ['client/api/**/*.ts', '!client/api/graphql/**', '!client/api/codegen.ts'],
  ignoreNoDocuments: true,
  emitLegacyCommonJSImports: false,
  importExtension: '.ts',
  generates: {
    'client/api/graphql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        scalars: { ID: 'string', DateTime: 'string' },
        strictScalars: true,
        useTypeImports: true,
        documentMode: 'string',
      },
    },
  },
};

export default config;
