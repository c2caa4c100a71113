import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  opendirSync,
  openSync,
  readdirSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { StoreError, storeErrorOf } from '../store-error.ts';
import { readBounded } from './read-bounded.ts';
import { refuseUnsafe } from './refuse-unsafe.ts';

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;
/** Where Linux lets a name be looked up below an open folder, whatever happened to the folder's own path since. */
const OPEN_FOLDERS = existsSync('/proc/self/fd') ? '/proc/self/fd' : undefined;

const NAMES_AT_ONCE = 256;

/** Whether a folder and what is in it must be ours alone, or only be what they seem: the store's, or a workspace's. */
type Rule = 'private' | 'plain';

/**
 * A folder held open: no symbolic link, and of the store 0700 and ours. Names are looked up below the open folder, so
 * that a path swapped meanwhile leads nowhere else; where the system cannot do that, the folder's identity is compared
 * before each use. Calls are synchronous: each is a few microseconds, but for those that wait for the disk.
 */
export class Folder implements Disposable {
  readonly path: string;
  readonly #fd: number;
  readonly #identity: Stats;
  readonly #rule: Rule;

  private constructor(path: string, fd: number, identity: Stats, rule: Rule) {
    this.path = path;
    this.#fd = fd;
    this.#identity = identity;
    this.#rule = rule;
  }

  /** Opens a folder by its path; undefined when there is none. Links above it are followed: a home may be one. */
  static open(path: string, rule: Rule = 'private'): Folder | undefined {
    return Folder.#open(path, path, rule);
  }

  /** Opens a folder by its path, making it and what is missing above it. */
  static make(path: string): Folder {
    translated(path, () => makeWithParents(path));
    return Folder.open(path) ?? lost(path);
  }

  static #open(path: string, at: string, rule: Rule): Folder | undefined {
    const fd = translated(path, () => ifThere(() => openSync(at, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)));
    if (fd === undefined) return undefined;
    try {
      const identity = fstatSync(fd);
      refuseUnsafe(identity, path, 'folder', rule);
      return new Folder(path, fd, identity, rule);
    } catch (error) {
      closeSync(fd);
      throw error;
    }
  }

  /** The folder of that name inside; undefined when there is none. */
  folder(name: string): Folder | undefined {
    return Folder.#open(join(this.path, name), this.#at(name), this.#rule);
  }

  /** The folder of that name inside, made if it is missing. */
  makeFolder(name: string): Folder {
    translated(join(this.path, name), () =>
      unlessThere(() => mkdirSync(this.#at(name), this.#rule === 'private' ? 0o700 : 0o755)),
    );
    return this.folder(name) ?? lost(join(this.path, name));
  }

  /** All of a file, undefined when there is none. Throws UNSAFE, and CORRUPT beyond `maxBytes`. */
  read(name: string, maxBytes: number): Buffer | undefined {
    const path = join(this.path, name);
    return translated(path, () => {
      const fd = ifThere(() => openSync(this.#at(name), O_RDONLY | O_NOFOLLOW | constants.O_NONBLOCK));
      return fd === undefined ? undefined : readBounded(fd, path, maxBytes, this.#rule);
    });
  }

  /** Writes a new file, 0600, and waits until it lies on the disk. Throws EXISTS when the name is taken. */
  writeNew(name: string, bytes: Uint8Array): void {
    const path = join(this.path, name);
    translated(path, () => {
      const fd = openSync(this.#at(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
      try {
        for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
        fsyncSync(fd);
      } finally {
        closeSync(fd);
      }
    });
  }

  /** Adds to the end of a file, made if it is missing, in one write and without waiting for the disk. */
  append(name: string, text: string): void {
    translated(join(this.path, name), () => {
      const fd = openSync(this.#at(name), O_WRONLY | O_CREAT | O_NOFOLLOW | constants.O_APPEND, 0o600);
      try {
        refuseUnsafe(fstatSync(fd), join(this.path, name), 'file', this.#rule);
        writeSync(fd, text);
      } finally {
        closeSync(fd);
      }
    });
  }

  /** Gives a file a second name, unless that is taken: true when it was free. Atomic. */
  linkNew(name: string, to: string): boolean {
    return translated(join(this.path, to), () => unlessThere(() => linkSync(this.#at(name), this.#at(to))));
  }

  /** Gives a file another name, replacing what has it. Atomic. */
  replace(name: string, to: string): void {
    translated(join(this.path, to), () => renameSync(this.#at(name), this.#at(to)));
  }

  /**
   * Moves a folder with something in it to a place where nothing is: true when the place was free. Atomic, since
   * rename(2) of a folder never replaces one that is not empty, nor a file or a link.
   */
  moveFolder(name: string, to: Folder, toName: string): boolean {
    return translated(join(to.path, toName), () => unlessThere(() => renameSync(this.#at(name), to.#at(toName))));
  }

  remove(name: string): void {
    translated(join(this.path, name), () => ifThere(() => unlinkSync(this.#at(name))));
  }

  /** Names inside, in no order. */
  names(): string[] {
    return translated(this.path, () => readdirSync(this.#at('.')));
  }

  /** Names inside, in no order, a few at a time: for folders of many, where an array of them all would live too long. */
  *eachName(): Generator<string> {
    const folder = translated(this.path, () => opendirSync(this.#at('.'), { bufferSize: NAMES_AT_ONCE }));
    try {
      for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) yield entry.name;
    } finally {
      folder.closeSync();
    }
  }

  /** What is known of a name without following a link; undefined when there is none. */
  stat(name: string): Stats | undefined {
    return translated(join(this.path, name), () => ifThere(() => lstatSync(this.#at(name))));
  }

  /** Whether names may be added here. */
  isWritable(): boolean {
    try {
      accessSync(this.#at('.'), constants.W_OK);
      return true;
    } catch (error) {
      if (storeErrorOf(error, this.path) instanceof StoreError) return false;
      throw error;
    }
  }

  /** Path of a name inside, for the calls that this class does not make itself. */
  pathOf(name: string): string {
    return this.#at(name);
  }

  /** Waits until the names in this folder lie on the disk. */
  sync(): void {
    translated(this.path, () => fsyncSync(this.#fd));
  }

  [Symbol.dispose](): void {
    closeSync(this.#fd);
  }

  #at(name: string): string {
    if (name === '' || name.includes('/') || name.includes('\0') || name === '..') {
      throw new RangeError(`${JSON.stringify(name)} is not a name inside a folder.`);
    }
    if (OPEN_FOLDERS !== undefined) return `${OPEN_FOLDERS}/${this.#fd}/${name}`;
    const now = lstatSync(this.path);
    if (now.dev !== this.#identity.dev || now.ino !== this.#identity.ino) lost(this.path);
    return join(this.path, name);
  }
}

/**
 * Makes a folder and what is missing above it. Node's own way says ENOENT of a file system that may only be read, and
 * never ends where one takes no folders at all, such as /proc.
 */
function makeWithParents(path: string): void {
  const make = () => unlessThere(() => mkdirSync(path, { mode: 0o700 }));
  if (ifThere(make) !== undefined) return;
  if (dirname(path) !== path) makeWithParents(dirname(path));
  if (ifThere(make) !== undefined) return;
  throw new StoreError('UNWRITABLE', `${path} cannot be made there.`, 'Name another place, then try again.');
}

function lost(path: string): never {
  throw new StoreError(
    'UNSAFE',
    `${path} was moved or replaced while it was in use.`,
    'Look who did that, then try again.',
  );
}

function translated<T>(place: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw storeErrorOf(error, place);
  }
}

/** What a call gives, or undefined when there is nothing of that name. */
function ifThere<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether a call could take a name, or false when the name was taken. */
function unlessThere(call: () => void): boolean {
  try {
    call();
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOTEMPTY') return false;
    throw error;
  }
}
