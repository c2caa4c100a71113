import type { Page } from 'playwright-core';

/** Holds the first answer to a command until `answer` is called, and then refuses it. */
export async function holdAnswer(of: Page, command: string): Promise<{ answer: () => void }> {
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  let isFirst = true;
  await of.route('**/graphql', async (route) => {
    if (!isFirst || route.request().postData()?.includes(command) !== true) return route.fallback();
    isFirst = false;
    await held;
    const errors = [{ message: 'Not just now.', extensions: { code: 'CONFLICT' } }];
    return route.fulfill({ json: { data: null, errors } });
  });
  return { answer };
}
