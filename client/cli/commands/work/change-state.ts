import { Command } from 'commander';
import { changeWorkItemState, type StateVerb } from '../../../api/operations/work/work-item-state.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { given } from '../../options.ts';
import { sentence } from '../../output/answer.ts';
import { lower } from '../../output/words.ts';
import { workItemRef } from '../../references/work-item-ref.ts';
import { runCommand } from '../../run-command.ts';

const descriptions: Readonly<Record<StateVerb, string>> = {
  start: 'take a work item up, or up again after a review',
  block: 'say that it stands still until something outside it happens',
  unblock: 'say that what stopped it is gone',
  submit: 'offer it for review',
  complete: 'close it as done',
  cancel: 'close it as not to be done',
  reopen: 'open a closed work item again',
};

/** `kernel work start`, `block`, … : one command for each that a work item's state can take. */
export const stateCommands = (host: Host): Command[] =>
  (Object.keys(descriptions) as StateVerb[]).map((verb) =>
    new Command(verb)
      .description(descriptions[verb])
      .argument('[work]', 'the work item; inside a session its own')
      .action(
        runCommand(host, async (call: Call, work: string | undefined) => {
          const input = { workItem: await workItemRef(call, work), ...given({ idempotencyKey: call.key() }) };
          const { workItem } = await changeWorkItemState[verb](await call.connection(), input);
          return sentence({ workItem }, `${workItem.key} is ${lower(workItem.state).replace('_', ' ')}`);
        }),
      ),
  );
