import { jsonBytes, MAX_RESULT_BYTES } from '../../../results/result-limits.ts';

/**
 * A page that fits into a result: asks for `limit` entries and, as long as they are too much, for fewer from the same
 * place, so that the cursor of the answer leads on without a hole. One entry alone always counts as fitting.
 */
export async function fitPage<Page>(limit: number, page: (limit: number) => Promise<Page>): Promise<Page> {
  for (let size = limit; ;) {
    const found = await page(size);
    const bytes = jsonBytes(found);
    if (bytes <= MAX_RESULT_BYTES || size === 1) return found;
    size = Math.max(1, Math.min(size - 1, Math.floor((size * MAX_RESULT_BYTES) / bytes)));
  }
}
