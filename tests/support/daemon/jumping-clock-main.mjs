/** Preloaded into a daemon: its wall clock is off by the milliseconds that the file TEST_CLOCK holds, as when one sets it. */
import { readFileSync } from 'node:fs';

const Real = Date;
const now = () => Real.now() + Number(readFileSync(process.env.TEST_CLOCK, 'utf8'));

globalThis.Date = class extends Real {
  constructor(...parts) {
    if (parts.length === 0) super(now());
    else super(...parts);
  }

  static now() {
    return now();
  }
};
