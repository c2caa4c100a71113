import { open } from 'node:fs/promises';

/** Longest line that is read whole, in bytes; of a longer one is only told that it was there. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;
/** Bytes read at once, and by one call at most: a flood must not keep its reader from everything else. */
const CHUNK_BYTES = 256 * 1024;
const CALL_BYTES = 8 * 1024 * 1024;

/** A line of output and where it ends in the file, counted in bytes from its beginning. */
export interface OutputLine {
  /** Bytes that are no UTF-8 are replaced. Undefined for a line that is too long to be read. */
  readonly text: string | undefined;
  readonly endsAt: number;
}

/**
 * Reads a file that grows, line by line, from its beginning; of what it read it holds no more than a line. Half a line waits
 * for its other half, and is given as a line by `rest` once nothing more comes.
 */
export class OutputLines {
  readonly #path: string;
  #at = 0;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #isTooLong = false;
  #isBehind = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** Whether the last call left something unread. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** The lines that were finished since the last call, some at a time, as far as one call reads; none without a file. */
  async *read(): AsyncGenerator<OutputLine[]> {
    this.#isBehind = false;
    const file = await open(this.#path, 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (file === undefined) return;
    try {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      for (let bytes = 0; bytes < CALL_BYTES;) {
        const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, this.#at);
        if (bytesRead === 0) return;
        bytes += bytesRead;
        yield this.#take(chunk.subarray(0, bytesRead));
      }
      this.#isBehind = true;
    } finally {
      await file.close();
    }
  }

  /** What came after the last newline. */
  rest(): OutputLine | undefined {
    return this.#heldBytes === 0 ? undefined : this.#line(this.#at);
  }

  #take(chunk: Buffer): OutputLine[] {
    const lines: OutputLine[] = [];
    let from = 0;
    for (let to = chunk.indexOf(10); to !== -1; to = chunk.indexOf(10, from)) {
      this.#hold(chunk.subarray(from, to));
      from = to + 1;
      lines.push(this.#line(this.#at + from));
    }
    this.#hold(chunk.subarray(from));
    this.#at += chunk.length;
    return lines;
  }

  #hold(part: Buffer): void {
    this.#heldBytes += part.length;
    if (this.#heldBytes > MAX_LINE_BYTES) {
      this.#isTooLong = true;
      this.#held = [];
    }
    // The chunk is read into again: what is held has to be a copy.
    if (!this.#isTooLong && part.length > 0) this.#held.push(Buffer.from(part));
  }

  #line(endsAt: number): OutputLine {
    const text = this.#isTooLong ? undefined : new TextDecoder().decode(Buffer.concat(this.#held)).replace(/\r$/, '');
    this.#held = [];
    this.#heldBytes = 0;
    this.#isTooLong = false;
    return { text, endsAt };
  }
}
