import type { EventType as EventTypeName } from '#server/events/event-types.ts';
import { builder } from '../builder.ts';

/** What each fact says. */
const descriptions: Record<EventTypeName, string> = {
  'organisation.retention_changed': 'An owner changed how long events are kept.',
  'project.created': 'A project was created.',
  'work_item.created': 'A work item was created.',
  'work_item.updated': 'A work item’s own fields were changed.',
  'work_item.state_changed': 'A work item moved to another state.',
  'session.registered': 'An agent session was registered.',
  'session.status_changed': 'An agent session that a daemon runs got further.',
  'session.briefed': 'A daemon said with which bytes it briefed an agent session.',
  'session.ended': 'An agent session ended.',
  'session.workspace_reported': 'An agent session reported paths it touched.',
  'session.events_recorded': 'Entries were added to an agent session’s timeline.',
  'session.source_pinned': 'A machine said where the repository of a session’s workspace stands.',
  'session.records_offered': 'An agent session left lines for the record; nobody accepted them yet.',
  'session.offer_settled': 'A person accepted or dismissed a line that an agent session left for the record.',
  'decision.recorded': 'A decision was recorded.',
  'decision.superseded': 'A decision took the place of another.',
  'artifact.attached': 'A version of an artifact was attached.',
  'blocker.raised': 'A blocker was raised.',
  'blocker.resolved': 'A blocker was resolved.',
  'outcome.recorded': 'Somebody looked which criteria are met.',
  'document.stored': 'A handoff document of a machine was stored here.',
  'document.linked': 'A handoff document was said to be about a work item.',
  'document.opened': 'A work item was opened from a handoff document.',
  'handoff.requested': 'A handoff was requested.',
  'handoff.compiled': 'A new package was compiled and offered.',
  'handoff.accepted': 'A session took the handoff on.',
  'handoff.receipt_recorded': 'The destination said back what it understood of the package.',
  'handoff.freshness_checked': 'A destination held its workspace against the one that the package came from.',
  'handoff.rejected': 'The package was turned down.',
  'handoff.completed': 'The destination has done what it took on.',
  'handoff.cancelled': 'The handoff was called off.',
  'member.created': 'A person was added to the organisation.',
  'machine.registered': 'A machine was named for the first time.',
  'machine.sync_mode_changed': 'A person changed what a machine lets out.',
  'machine.renamed': 'A person gave a machine another name.',
  'machine.signed_on': 'A daemon began to serve a machine.',
  'machine.signed_off': 'The daemon of a machine said goodbye.',
  'machine.runtimes_reported': 'A machine serves other runtimes than before, or in another condition.',
  'machine.command_issued': 'A machine was instructed to do something.',
  'runtime.enabled': 'A person let the organisation use a runtime.',
  'runtime.disabled': 'A person stopped the organisation’s use of a runtime.',
  'launch.requested': 'Somebody asked a machine to run an agent session.',
  'launch.state_changed': 'The launch of an agent session got further, or cannot be known.',
  'token.created': 'A credential was made.',
  'token.revoked': 'A credential was ended.',
  'webhook.created': 'A webhook was set up.',
  'webhook.updated': 'What a webhook is told, or where, was changed.',
  'webhook.enabled': 'A webhook is told of events again.',
  'webhook.disabled': 'A webhook is told nothing any more: a person said so, or its receiver failed or is gone.',
  'webhook.secret_rotated': 'A webhook got another signing secret.',
  'webhook.deleted': 'A webhook was removed.',
};

/** `handoff.compiled` is HANDOFF_COMPILED in GraphQL. */
const values = Object.fromEntries(
  Object.entries(descriptions).map(([name, description]) => [
    name.replace('.', '_').toUpperCase(),
    { value: name as EventTypeName, description },
  ]),
);

export const EventType = builder.enumType('EventType', { description: 'What kind of fact an event states.', values });
