import { expect, it, vi } from 'vitest';
import { runDaemon } from '#daemon/main.ts';

it('F-38 F-40 F-41: on Windows, whose paths and processes are others, the daemon says where to run it and touches nothing', async () => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
  const config = new Proxy({} as Parameters<typeof runDaemon>[0]['config'], {
    get: (_target, name) => expect.fail(`it looked at ${String(name)}`),
  });
  await expect(runDaemon({ config, signal: new AbortController().signal })).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    message: 'The daemon needs process groups, which Windows lacks: run it in WSL.',
  });
});
