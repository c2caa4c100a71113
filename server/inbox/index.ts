export { countNeeds, listNeeds } from './needs-you.ts';
