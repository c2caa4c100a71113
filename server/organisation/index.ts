export { setEventRetention } from './set-event-retention.ts';
