import { Command } from 'commander';
import { listRuntimes, setRuntimeEnabled } from '../../../api/operations/fleet/runtimes.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { type Answer, sentence } from '../../output/answer.ts';
import { listAnswer } from '../../output/list-answer.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';

/** `kernel runtime`: which coding agents the organisation uses, and why one cannot be started. */
export const runtimeCommand = (host: Host): Command =>
  new Command('runtime')
    .description('show which runtimes can be started, and say which the organisation uses')
    .addHelpText(
      'after',
      '\nCodex and Claude Code are known. An agent of the Agent Client Protocol, such as Gemini CLI, is a runtime\nby an entry in ~/.config/kernel/daemon.json on its machine; daemon/README.md shows one.',
    )
    .addCommand(
      new Command('list').description('list runtimes, and why one is not offered').action(runCommand(host, list)),
    )
    .addCommand(
      new Command('enable')
        .description('let the organisation use a runtime')
        .argument('<runtime>', 'its name, such as gemini')
        .addHelpText('after', examples('kernel runtime enable gemini'))
        .action(runCommand(host, (call, runtime: string) => set(call, runtime, true))),
    )
    .addCommand(
      new Command('disable')
        .description('stop the organisation’s use of a runtime; what runs goes on')
        .argument('<runtime>', 'its name')
        .action(runCommand(host, (call, runtime: string) => set(call, runtime, false))),
    );

async function list(call: Call): Promise<Answer> {
  const entries = await listRuntimes(await call.connection());
  return listAnswer('runtimes', { entries, totalCount: entries.length, hasMore: false }, [
    { title: 'RUNTIME', value: (row) => row.name },
    { title: 'ENABLED', value: (row) => (row.isEnabled ? 'yes' : 'no') },
    { title: 'OFFERED', value: (row) => (row.isOffered ? 'yes' : 'no') },
    { title: 'WHY NOT', value: (row) => row.reason ?? '' },
  ]);
}

async function set(call: Call, name: string, isEnabled: boolean): Promise<Answer> {
  const { runtime } = await setRuntimeEnabled(await call.connection(), name, isEnabled);
  const state = runtime.isEnabled ? 'enabled' : 'disabled';
  return sentence({ runtime }, `${runtime.name} is ${state}`, runtime.reason == null ? [] : [runtime.reason]);
}
