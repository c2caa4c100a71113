import type { Connection } from '#client/api/connection.ts';
import {
  ackMachineCommand,
  nameProviderSession,
  reportBriefing,
  reportLaunch,
} from '#client/api/operations/fleet/daemon.ts';
import { reportFreshness, reportSourcePin } from '#client/api/operations/handoffs/freshness.ts';
import { offerRecords } from '#client/api/operations/work/offers.ts';
import { recordSessionEvents, reportWorkspace } from '#client/api/operations/sessions/sessions.ts';
import type { Waiting } from './outbox.ts';
import type { Report } from './report.ts';

/** Sends one report under its own idempotency key, so that a repeated one is taken for the same. Throws what the call throws. */
export async function sendReport(connection: Connection, { id: idempotencyKey, report }: Waiting): Promise<void> {
  switch (report.kind) {
    case 'STARTED':
    case 'UNCERTAIN': {
      const { kind: state, ...rest } = report;
      await reportLaunch(connection, { ...rest, state, idempotencyKey });
      return;
    }
    case 'ENDED': {
      const { kind: state, ...rest } = report;
      await reportLaunch(connection, { ...rest, state, idempotencyKey });
      return;
    }
    case 'BRIEFING': {
      const { kind: _kind, launchId: _launchId, ...input } = report;
      await reportBriefing(connection, input);
      return;
    }
    case 'EVENTS': {
      const { sessionId, events } = report;
      await recordSessionEvents(connection, { sessionId, events, idempotencyKey });
      return;
    }
    case 'PROVIDER_SESSION':
      await nameProviderSession(connection, report.sessionId, report.providerSessionId);
      return;
    case 'WORKSPACE':
      await reportWorkspace(connection, report.sessionId, report.files);
      return;
    case 'SOURCE_PIN':
    case 'FRESHNESS':
    case 'OFFERS':
      return sendFinding(connection, report, idempotencyKey);
    case 'ACK':
      await ackMachineCommand(connection, report.commandId);
      return;
  }
}

/** What was found in a workspace, beside the files that were touched. */
async function sendFinding(
  connection: Connection,
  report: Extract<Report, { kind: 'SOURCE_PIN' | 'FRESHNESS' | 'OFFERS' }>,
  idempotencyKey: string,
): Promise<void> {
  const { launchId: _launchId, ...found } = report;
  switch (found.kind) {
    case 'SOURCE_PIN': {
      const { kind: _kind, ...input } = found;
      await reportSourcePin(connection, input);
      return;
    }
    case 'FRESHNESS': {
      const { kind: _kind, ...input } = found;
      await reportFreshness(connection, input);
      return;
    }
    case 'OFFERS':
      await offerRecords(connection, { sessionId: found.sessionId, offers: found.offers, idempotencyKey });
      return;
  }
}
