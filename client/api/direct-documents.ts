const OPERATIONS = /client\/api\/.*\.ts$/;
const GENERATED = /client\/api\/graphql\/graphql\.ts$/;
/** `graphql(` with its one document, as the operations of client/api write it. */
const CALL = /\bgraphql\(`\s*(query|mutation|subscription|fragment)\s+(\w+)[^`]*`\)/g;
const IMPORT = /import \{ graphql \} from '((?:\.{1,2}\/)+graphql)\/gql\.ts';/;

/**
 * Puts the generated document in the place of each `graphql(…)`, for both bundlers. The function looks a document up by
 * its text in a table of all of them, which would bring every operation into the page, and into each process of the
 * command line that calls one. What no operation uses is left out.
 */
export const directDocuments = () => ({
  name: 'direct-documents',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (GENERATED.test(id)) return { code: code.replaceAll('= new Typed', '= /* @__PURE__ */ new Typed'), map: null };
    const folder = OPERATIONS.test(id) ? IMPORT.exec(code)?.[1] : undefined;
    if (folder === undefined) return undefined;
    const direct = code.replace(CALL, (_call, kind: string, name: string) =>
      kind === 'fragment' ? 'undefined' : `documents.${name}Document`,
    );
    return { code: direct.replace(IMPORT, `import * as documents from '${folder}/graphql.ts';`), map: null };
  },
});
