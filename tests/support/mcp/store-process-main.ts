import { createHandoff, openHandoffStore } from '#daemon/handoff-store/index.ts';
import { sampleDocument } from '#tests/unit/schema/documents/handoff-document/sample-document.ts';

/**
 * Stores documents one after the other, as a process of its own that may be killed anywhere: the workspace, how many,
 * and a text. Each reference is printed once its document is stored.
 */
const [workspace = '', count = '0', text = ''] = process.argv.slice(2);
const store = openHandoffStore({ env: process.env });
for (let at = 0; at < Number(count); at += 1) {
  const content = sampleDocument(`${text} ${at}`);
  const { ref } = await createHandoff(store, { workspace, name: 'note.md', content });
  process.stdout.write(`${ref}\n`);
}
