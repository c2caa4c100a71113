export { ancestors } from './ancestors.ts';
export { lineageOf } from './chain.ts';
export { descendants } from './descendants.ts';
