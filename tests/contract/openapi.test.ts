import core, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '#server/http/rest/openapi-document.ts';
import { operations } from '#server/http/rest/operations.ts';
import { routes } from '#server/http/routes.ts';

const document = JSON.parse(JSON.stringify(openApiDocument())) as { paths: Record<string, Record<string, unknown>> };

/** What Spectral's rules for OpenAPI find. */
async function findings(of: object): Promise<string[]> {
  const linter = new core.Spectral();
  linter.setRuleset({ extends: [rulesets.oas as RulesetDefinition] });
  return (await linter.run(of as Record<string, unknown>)).map(
    ({ code, path, message }) => `${code} at ${path.join('/')}: ${message}`,
  );
}

describe('the OpenAPI document', () => {
  it('is one that Spectral finds nothing wrong with, neither errors nor warnings', async () => {
    expect(await findings(document)).toEqual([]);
  });

  it('is read by rules that do find things', async () => {
    expect(await findings({ ...document, info: {} })).not.toEqual([]);
  });

  it('tells of every route below /api/v1 but itself, and of no other', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({
        method: method.toUpperCase(),
        path: `/api/v1${path.replace('{id}', 'x')}`,
      })),
    );
    const served = routes.filter(({ path }) => path.source.startsWith('^\\/api\\/v1'));
    expect(described).toHaveLength(served.length - 1);
    for (const { method, path } of described) {
      expect([method, path, served.some((route) => route.method === method && route.path.test(path))]).toEqual([
        method,
        path,
        true,
      ]);
    }
  });

  it('shows a body in an example wherever an operation takes one, and an id wherever its path has one', () => {
    for (const { name, body, path, example } of operations) {
      expect([name, example.body !== undefined]).toEqual([name, body !== undefined]);
      expect([name, example.id !== undefined]).toEqual([name, path.includes('{id}')]);
    }
  });
});
