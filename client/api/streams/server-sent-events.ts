/** One event of a text/event-stream: its name, and its data as text. */
export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

/** Reads the events of a body, in order; comments, which only keep the connection alive, are passed over. */
export async function* readServerSentEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const blocks = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = fieldOf(block, 'event');
      if (event !== undefined) yield { event, data: fieldOf(block, 'data') ?? '' };
    }
  }
}

function fieldOf(block: string, name: string): string | undefined {
  const line = block.split('\n').find((candidate) => candidate.startsWith(`${name}:`));
  return line?.slice(name.length + 1).trimStart();
}
