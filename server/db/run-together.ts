/** Most that one batch holds: calls, and what they weigh together. */
interface BatchLimits {
  readonly calls: number;
  readonly weight: number;
}

interface Waiting<Call, Answer> {
  readonly call: Call;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

interface RunTogetherArguments<Call, Answer> {
  /** Runs some calls as one. Answers each in its place, or fails as a whole, having done nothing. */
  readonly run: (calls: readonly Call[]) => Promise<PromiseSettledResult<Answer>[]>;
  readonly weightOf: (call: Call) => number;
  readonly limits: BatchLimits;
}

/**
 * Runs calls one batch after another: a call that finds nothing under way is run at once and alone, those that come
 * meanwhile are run together next, in the order in which they came. So nobody waits for company, and the more come at once
 * the less each costs. Calls of a batch that failed as a whole are run again one by one, so that none fails for another.
 */
export class RunTogether<Call, Answer> {
  readonly #given: RunTogetherArguments<Call, Answer>;
  readonly #waiting: Waiting<Call, Answer>[] = [];
  #isRunning = false;

  constructor(given: RunTogetherArguments<Call, Answer>) {
    this.#given = given;
  }

  /** The answer to this call; rejects with its own refusal or fault. */
  add(call: Call): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      this.#waiting.push({ call, resolve, reject });
      if (!this.#isRunning) void this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) await this.#settle(this.#waiting.splice(0, this.#fitting()));
    this.#isRunning = false;
  }

  /** How many of those that wait go together: one at least. */
  #fitting(): number {
    const { weightOf, limits } = this.#given;
    let weight = 0;
    const over = this.#waiting.findIndex(({ call }, at) => (weight += weightOf(call)) > limits.weight && at > 0);
    return Math.min(limits.calls, over === -1 ? this.#waiting.length : over);
  }

  async #settle(batch: readonly Waiting<Call, Answer>[]): Promise<void> {
    try {
      const answers = await this.#given.run(batch.map(({ call }) => call));
      batch.forEach(({ resolve, reject }, at) => {
        const answer = answers[at];
        if (answer?.status === 'fulfilled') resolve(answer.value);
        else reject(answer?.reason ?? new Error('A batch did not answer one of its calls.'));
      });
    } catch (error) {
      if (batch.length > 1) await Promise.all(batch.map((one) => this.#settle([one])));
      else for (const { reject } of batch) reject(error);
    }
  }
}
