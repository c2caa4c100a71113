import type { Plugin } from 'vite';

const OPERATIONS = /client\/api\/.*\.ts$/;
/** `graphql(` with its one document, as the operations of client/api write it. */
const CALL = /\bgraphql\(`\s*(query|mutation|subscription|fragment)\s+(\w+)[^`]*`\)/g;
const IMPORT = /import \{ graphql \} from '((?:\.{1,2}\/)+graphql)\/gql\.ts';/;

/**
 * Puts the generated document in the place of each `graphql(…)`. The function looks a document up by its text in a table
 * of all of them, which would bring every operation's text into the page beside the documents themselves.
 */
export const directDocuments = (): Plugin => ({
  name: 'direct-documents',
  enforce: 'pre',
  transform(code, id) {
    const folder = OPERATIONS.test(id) ? IMPORT.exec(code)?.[1] : undefined;
    if (folder === undefined) return undefined;
    const direct = code.replace(CALL, (_call, kind: string, name: string) =>
      kind === 'fragment' ? 'undefined' : `documents.${name}Document`,
    );
    return { code: direct.replace(IMPORT, `import * as documents from '${folder}/graphql.ts';`), map: null };
  },
});
