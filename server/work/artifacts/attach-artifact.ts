import type { Blob, WorkItem } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { recordedActor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';
import { NotFoundError, ValidationError } from '#server/errors.ts';
import { once } from '#server/idempotency/once.ts';
import { checkedText } from '#server/text-limits.ts';
import { recordingSession } from '../records/recording-session.ts';
import { lockWorkItem, type WorkItemRef } from '../require-work-item.ts';
import { isRowId, shortRef } from '../row-id.ts';
import { checkedMediaType } from './checked-media-type.ts';
import { checkedUri } from './checked-uri.ts';

export interface AttachArtifactInput {
  workItem: WorkItemRef;
  sessionId?: string | null | undefined;
  /** What it is, in a word: file, report, branch, pull-request. */
  type: string;
  /** Attaching under a title that is there makes the next version of it. */
  title: string;
  /** Where it lies. Either this or `uploadId`. */
  uri?: string | null | undefined;
  /** What POST /uploads answered. Either this or `uri`. */
  uploadId?: string | null | undefined;
  /** Media type of the content, as the caller states it. */
  contentType?: string | null | undefined;
  idempotencyKey: string;
}

/** What an artifact points at, the same columns for both ways. */
type Content = Record<'uri' | 'blobId' | 'sha256', string | null> & { sizeBytes: number | null };

/**
 * Attaches a thing that exists to a work item: something elsewhere by its URI, or an upload. The versions of a title count
 * from 1 without gaps, also when several attach at once, and exactly the highest is the latest.
 *
 * Throws ValidationError naming the field; NotFoundError for the work item, the session or the upload.
 */
export async function attachArtifact(
  ctx: CommandContext,
  actor: Actor,
  input: AttachArtifactInput,
): Promise<{ artifactId: string }> {
  requireScope(actor, 'work.write');
  const texts = checkedTexts(input);
  const { idempotencyKey: key, ...rest } = input;
  return once(ctx, { actor, command: 'attachArtifact', key, input: rest }, async (tx) => {
    const workItem = await lockWorkItem(tx, actor, input.workItem);
    const agentSessionId = await recordingSession(tx, actor, workItem, input.sessionId);
    const content = await contentOf(tx, actor, input);
    const version = await takeNextVersion(tx, workItem, texts.title);
    const { id: workItemId, organisationId } = workItem;
    const artifactId = ctx.ids.next('art');
    const by = recordedActor(actor);
    const place = { id: artifactId, organisationId, workItemId, agentSessionId };
    await tx.db.artifact.create({
      data: { ...place, ...texts, ...content, version, isLatest: true, attachedAt: tx.now, attachedBy: { ...by } },
    });
    const session = agentSessionId === null ? {} : { agentSessionId };
    tx.record({
      type: 'artifact.attached',
      organisationId,
      actor: by,
      workItemId,
      ...session,
      data: { artifactId, version },
    });
    return { artifactId };
  });
}

function checkedTexts(input: AttachArtifactInput): { type: string; title: string; contentType: string | null } {
  if (isGiven(input.uri) === isGiven(input.uploadId)) {
    throw new ValidationError('uri', 'give exactly one of uri and uploadId');
  }
  return {
    type: checkedText('type', input.type, 'artifactType'),
    title: checkedText('title', input.title, 'title'),
    contentType: isGiven(input.contentType) ? checkedMediaType('contentType', input.contentType) : null,
  };
}

const isGiven = (value: string | null | undefined): value is string => value !== undefined && value !== null;

async function contentOf(tx: Tx, actor: Actor, { uri, uploadId }: AttachArtifactInput): Promise<Content> {
  if (!isGiven(uploadId)) return { uri: checkedUri('uri', uri ?? ''), blobId: null, sha256: null, sizeBytes: null };
  const { id, sha256, sizeBytes } = await requireUpload(tx, actor, uploadId);
  return { uri: null, blobId: id, sha256, sizeBytes };
}

async function requireUpload(tx: Tx, { organisationId }: Actor, id: string): Promise<Blob> {
  const blob = isRowId('blb', id) ? await tx.db.blob.findFirst({ where: { id, organisationId } }) : null;
  if (blob === null) throw new NotFoundError('upload', shortRef(id));
  return blob;
}

/** The next version of a title, the former latest marked as older. Needs the work item's lock. */
async function takeNextVersion(tx: Tx, { id: workItemId }: WorkItem, title: string): Promise<number> {
  const former = await tx.db.artifact.findFirst({ where: { workItemId, title }, orderBy: { version: 'desc' } });
  if (former === null) return 1;
  await tx.db.artifact.update({ where: { id: former.id }, data: { isLatest: false } });
  return former.version + 1;
}
