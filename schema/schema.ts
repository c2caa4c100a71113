import { builder } from './builder.ts';
import './user-error.ts';
import './project.ts';
import './work-item-state.ts';
import './work-item.ts';
import './work-item-changes.ts';
import './decision.ts';
import './artifact.ts';
import './blocker.ts';
import './outcome.ts';
import './agent-session.ts';
import './agent-session-commands.ts';
import './session-event.ts';
import './workspace.ts';
import './machine.ts';
import './member.ts';
import './token.ts';
import './token-commands.ts';
import './viewer.ts';
import './handoff.ts';
import './handoff-commands.ts';
import './handoff-package.ts';
import './lineage.ts';
import './inbox.ts';
import './event.ts';
import './id-match.ts';

/** The whole API. Each module above adds its nouns for its side effect. */
export const schema = builder.toSchema();
