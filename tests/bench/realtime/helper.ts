import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** Another process, which does one thing at a time when asked and answers when it is done. */
export class Helper implements AsyncDisposable {
  readonly #child: ChildProcess;

  /** `file` lies beside this one. */
  constructor(file: string, nodeOptions: readonly string[] = []) {
    const execArgv = ['--import', 'tsx', ...nodeOptions];
    this.#child = fork(new URL(file, import.meta.url), { execArgv, serialization: 'advanced' });
  }

  /** Throws when the process ends instead of answering. */
  ask<Answer>(question: object): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const gone = (code: number | null) => reject(new Error(`a helper process ended with code ${code}`));
      this.#child.once('exit', gone);
      this.#child.once('message', (answer) => {
        this.#child.off('exit', gone);
        resolve(answer as Answer);
      });
      this.#child.send(question);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const exit = once(this.#child, 'exit');
    this.#child.disconnect();
    await exit;
  }
}

/** In a helper process: answers each question in its turn, until whoever started it lets go. */
export function answerQuestions<Question>(answer: (question: Question) => Promise<unknown>, end: () => unknown): void {
  process.on('message', (question) => {
    void answer(question as Question).then((done) => process.send?.(done ?? null));
  });
  process.once('disconnect', () => void Promise.resolve(end()).then(() => process.exit()));
}
