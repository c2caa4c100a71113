import { describe, expect, it } from 'vitest';
import { RawJson, toJson } from '#client/cli/output/to-json.ts';

describe('JSON output', () => {
  it('carries a stored document byte for byte, whatever dollar signs and spaces are in it', () => {
    const stored = '{"a":"$& $1 \u009b","b":[ 1,2 ]}';
    const text = toJson({ package: { version: 3, document: new RawJson(stored) } }, false);
    expect(text).toContain(`"document": ${stored}`);
    expect(JSON.parse(text)).toEqual({ package: { version: 3, document: JSON.parse(stored) as unknown } });
  });

  it('escapes in a document only for a terminal, where it means the same', () => {
    const text = toJson({ document: new RawJson('{"a":"\u009b"}') }, true);
    expect(text).toContain('\\u009b');
    expect(JSON.parse(text)).toEqual({ document: { a: '\u009b' } });
  });
});
