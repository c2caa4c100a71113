export { linkDocument } from './link-document.ts';
export { openWorkItemFromDocument } from './open-work-item-from-document.ts';
export { storeDocument } from './store-document.ts';
