import { closeSync, fstatSync, readSync } from 'node:fs';
import { StoreError } from '../store-error.ts';
import { refuseUnsafe } from './refuse-unsafe.ts';

/** Reads and closes an open file. Throws UNSAFE, and CORRUPT when it is longer than `maxBytes`. */
export function readBounded(fd: number, path: string, maxBytes: number, rule: 'private' | 'plain'): Buffer {
  try {
    const stats = fstatSync(fd);
    refuseUnsafe(stats, path, 'file', rule);
    if (stats.size > maxBytes) throw tooLong(path, maxBytes);
    // One byte more than the size: what grows meanwhile is noticed.
    const buffer = Buffer.allocUnsafe(stats.size + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < buffer.length; length += read) {
      read = readSync(fd, buffer, length, buffer.length - length, null);
    }
    if (length > stats.size) throw tooLong(path, stats.size);
    return buffer.subarray(0, length);
  } finally {
    closeSync(fd);
  }
}

function tooLong(path: string, bytes: number): StoreError {
  return new StoreError(
    'CORRUPT',
    `${path} is longer than the ${bytes} bytes it may have.`,
    'Move it away: it is no file of the store.',
  );
}
