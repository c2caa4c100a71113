import { describe, expect, it } from 'vitest';

import { createLogger } from '#server/logger.ts';

function record(logFormat: 'json' | 'text' = 'json') {
  const lines: string[] = [];
  return { lines, log: createLogger({ logLevel: 'info', logFormat }, { write: (line) => void lines.push(line) }) };
}

describe('the log', () => {
  it('is one JSON object a line, with time, level, message and facts', () => {
    const { lines, log } = record();
    log.info({ requestId: 'req_1', status: 200 }, 'answered');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      level: 'info',
      message: 'answered',
      requestId: 'req_1',
      status: 200,
    });
  });

  it('leaves out what is below its level', () => {
    const { lines, log } = record();
    log.debug('detail');
    expect(lines).toEqual([]);
  });

  it('never writes a secret that a key, a URL or a bearer gives away', () => {
    const { lines, log } = record();
    log.warn(
      {
        headers: { authorization: 'Bearer hunter2hunter2', 'x-note': 'Bearer hunter2hunter2' },
        ownerToken: 'hunter2',
        deep: [{ client_secret: 'hunter2', password: 'hunter2' }],
        url: 'postgres://me:hunter2@host/db',
        err: Object.assign(new Error('no answer from postgres://me:hunter2@host/db'), { token: 'hunter2' }),
        inputTokens: 7,
      },
      'refused',
    );
    expect(lines.join('')).not.toContain('hunter2');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      inputTokens: 7,
      url: 'postgres://me:[redacted:url-password]@host/db',
    });
  });

  it('can be read by a person', () => {
    const { lines, log } = record('text');
    log.info({ url: 'http://127.0.0.1:4400' }, 'ready');
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} info ready url="http:\/\/127\.0\.0\.1:4400"\n$/);
  });
});
