import type { RedactionCounts } from '../classes.ts';
import { markerAt, markerOf, MAX_MARKER_LENGTH } from '../marker.ts';
import { matchBareAwsSecret } from '../rules/match-bare-aws-secret.ts';
import { matchUrl } from '../rules/match-url.ts';
import { matchWord } from '../rules/match-word.ts';
import { BASE64, flagsAt, runEnd, WORD } from './alphabet.ts';
import { skipPlain } from './skip-plain.ts';
import { followTail, type Tail } from './tail.ts';
import { isSecret, NEED_MORE, type Plain, type Secret } from './verdict.ts';

/** How much of what was passed the rules may look back at, in characters. */
const LOOK_BACK = 200;
/** How far behind an AWS key id its secret is looked for, in characters of the output. */
const AWS_REACH = 300;
/** Images and fonts that a document carries: long base64 in which any shape may come up by chance. */
const MEDIA = /data:(?:image|font|audio|video)\/[\w.+-]{1,40};base64,/y;
const MAX_MEDIA_HEAD = 70;

type Found = number | Plain | Secret | typeof NEED_MORE;

/** Follows a text once, from left to right, and writes it without its secrets. */
export class Scanner {
  readonly counts: RedactionCounts = {};
  /** What was passed and may be looked back at, then what could not be told yet. A line begins where a text does. */
  #text = '\n';
  /** Where in `#text` the part begins that could not be told yet. */
  #at = 1;
  /** What stands before this was replaced: nothing may look back over it. */
  #floor = 0;
  #out = '';
  /** Characters written in all. */
  #written = 0;
  #tail: Tail | null = null;
  /** Whether the tail is what is glued to a marker, and nothing of it was met yet. */
  #isResidue = false;
  #isInMedia = false;
  /** The column of a YAML key whose block begins on the next line. */
  #block: number | null = null;
  #awsUntil = -1;

  /** Takes the next chunk and gives what is certain so far. */
  push(chunk: string): string {
    this.#text += chunk;
    return this.#scan(false);
  }

  /** Gives the rest: nothing follows. */
  end(): string {
    return this.#scan(true);
  }

  #scan(final: boolean): string {
    const text = this.#text;
    let kept = this.#at;
    for (;;) {
      if (this.#tail !== null) {
        this.#write(text, kept, this.#at);
        const isDone = this.#follow(this.#tail, text, final);
        kept = this.#at;
        if (!isDone) break;
        continue;
      }
      this.#at = this.#pass(text, kept);
      if (this.#at >= text.length) break;
      const found = this.#look(text, this.#at, final, this.#written + this.#at - kept);
      if (found === NEED_MORE) break;
      if (typeof found === 'number') this.#at = found;
      else if (isSecret(found)) {
        this.#write(text, kept, found.from);
        this.#replace(found);
        kept = this.#at;
      } else this.#at = this.#floor = found.keepTo;
    }
    this.#write(text, kept, this.#at);
    return this.#turn();
  }

  /** Drops what the tail reaches; says whether more can be done with the text at hand. */
  #follow(tail: Tail, text: string, final: boolean): boolean {
    const { at, done, keep, next } = followTail(tail, text, this.#at, final);
    if (this.#isResidue && at > this.#at) {
      this.#count('residue');
      this.#isResidue = false;
    }
    this.#at = this.#floor = at;
    if (!done) return false;
    if (keep !== undefined) this.#write(text, at, keep);
    this.#at = keep ?? at;
    this.#tail = next ?? null;
    this.#isResidue = next?.kind === 'glued' || (next !== undefined && tail.kind === 'glued');
    return true;
  }

  #replace({ to, name, tail, blockBelow }: Secret): void {
    if (name === null) this.#isResidue = true;
    else {
      this.#out += markerOf(name);
      this.#written += markerOf(name).length;
      this.#count(name);
      if (name === 'aws-key') this.#awsUntil = this.#written + AWS_REACH;
    }
    this.#tail = tail;
    this.#block = blockBelow ?? this.#block;
    this.#at = this.#floor = to;
  }

  #look(text: string, at: number, final: boolean, outAt: number): Found {
    if ((flagsAt(text, at) & WORD) !== 0) return this.#lookAtWord(text, at, final, outAt);
    if (text[at] === '\n') return this.#endLine(at);
    if (text[at] === '[') return this.#passMarker(text, at, final, outAt);
    if (!text.startsWith('://', at)) return !final && '://'.startsWith(text.slice(at, at + 3)) ? NEED_MORE : at + 1;
    return matchUrl(text, at, final) ?? at + 3;
  }

  #lookAtWord(text: string, at: number, final: boolean, outAt: number): Found {
    if (text.charCodeAt(at) === 100 && text.startsWith('data:', at)) {
      if (!final && text.length - at < MAX_MEDIA_HEAD) return NEED_MORE;
      MEDIA.lastIndex = at;
      if (MEDIA.test(text)) {
        this.#isInMedia = true;
        return MEDIA.lastIndex;
      }
    }
    const aws = outAt < this.#awsUntil ? matchBareAwsSecret(text, at, this.#floor, final) : null;
    if (aws !== null) return aws;
    const { end, verdict } = matchWord(text, at, this.#floor, final);
    return verdict ?? end;
  }

  #endLine(at: number): number {
    if (this.#block !== null) this.#tail = { kind: 'block', level: this.#block };
    this.#block = null;
    return at + 1;
  }

  #passMarker(text: string, at: number, final: boolean, outAt: number): Found {
    const mayBeCut = !final && text.length - at < MAX_MARKER_LENGTH && /^\[(?:$|[rRP])/.test(text.slice(at, at + 2));
    if (mayBeCut) return NEED_MORE;
    const marker = markerAt(text, at);
    if (marker === null) return at + 1;
    if (marker.name === 'aws-key') this.#awsUntil = outAt + marker.end - at + AWS_REACH;
    return { keepTo: marker.end };
  }

  /** Index of what has to be looked at next. Shortly behind an AWS key id that is every word. */
  #pass(text: string, kept: number): number {
    if (this.#isInMedia) {
      const end = runEnd(text, this.#at, BASE64);
      this.#isInMedia = end === text.length;
      return end;
    }
    return this.#written + this.#at - kept < this.#awsUntil ? this.#at : skipPlain(text, this.#at);
  }

  #write(text: string, from: number, to: number): void {
    if (to <= from) return;
    this.#out += text.slice(from, to);
    this.#written += to - from;
  }

  #count(name: keyof RedactionCounts): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }

  /** Hands out what is written, and lets go of the text that nothing looks back at any more. */
  #turn(): string {
    const back = Math.max(this.#floor, this.#at - LOOK_BACK);
    this.#text = this.#text.slice(back);
    this.#at -= back;
    this.#floor = 0;
    const out = this.#out;
    this.#out = '';
    return out;
  }
}
