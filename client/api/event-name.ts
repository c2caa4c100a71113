import type { EventType } from './graphql/graphql.ts';

/** A kind of event as people name it and filters take it: `WORK_ITEM_UPDATED` is `work_item.updated`. */
export const eventName = (type: EventType): string => type.toLowerCase().replace(/^(work_item|[a-z]+)_/, '$1.');
