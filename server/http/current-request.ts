import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** Runs `work` as part of one request, so that whatever logs meanwhile can name it. */
export const underRequest = <T>(id: string, work: () => Promise<T>): Promise<T> => current.run(id, work);

/** The id of the request that is being answered; undefined outside one, as in a stream that lives on a socket. */
export const currentRequestId = (): string | undefined => current.getStore();
