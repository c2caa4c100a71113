import { z } from 'zod';
import { artifactAnswer, readArtifact } from '../answers/artifact.ts';
import { workItemRef } from '../answers/work-item.ts';
import { type Operation, operation } from '../operation.ts';
import { camelFields } from '../wire-names.ts';
import { orReference, written } from '../written.ts';

const attach = operation({
  name: 'attachArtifact',
  method: 'POST',
  path: '/work/{id}/artifacts',
  tag: 'Artifacts',
  summary: 'Attach an artifact',
  description: 'Attaches a thing that exists, by its URI or as an upload. A title that is there gets its next version.',
  scopes: ['work.write'],
  body: z
    .strictObject({
      type: z.string().describe('What it is, in a word: file, report, branch, pull-request.'),
      title: z.string(),
      uri: z.string().optional().describe('Where it lies. Either this or upload_id.'),
      upload_id: z.string().optional().describe('What POST /uploads answered as uploadId. Either this or uri.'),
      content_type: z.string().optional().describe('Media type of the content.'),
      session_id: z.string().optional().describe('The session that made it.'),
    })
    .meta({ id: 'AttachArtifact' }),
  answer: orReference(artifactAnswer),
  status: 201,
  example: {
    id: 'AUTH-1',
    body: { type: 'pull-request', title: 'Hash passwords', uri: 'https://git.example.com/auth/pulls/7' },
  },
  async run({ app, actor, id: ref, body, key }) {
    const input = { ...camelFields(body), workItem: workItemRef(ref), idempotencyKey: key };
    const { artifactId: id } = await app.services.work.attachArtifact(actor, input);
    return written(actor, 'work.read', id, () => readArtifact(app, actor, id));
  },
});

export const artifactOperations: readonly Operation[] = [attach];
