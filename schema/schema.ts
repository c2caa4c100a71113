import { builder } from './builder.ts';
import './user-error.ts';
import './project.ts';
import './work-item-state.ts';
import './work-item.ts';
import './work-item-changes.ts';

/** The whole API. Each module above adds its nouns for its side effect. */
export const schema = builder.toSchema();
