export { createHandoff } from './handoffs/create-handoff.ts';
export { listHandoffs } from './handoffs/list-handoffs.ts';
export { bindProject } from './projects/bind-project.ts';
export { listProjects } from './projects/list-projects.ts';
export { readHandoff, validateHandoff } from './handoffs/read-handoff.ts';
export { searchHandoffs } from './search/search-handoffs.ts';
export { type HandoffStore, openHandoffStore, type Redact } from './store.ts';
export { StoreError } from './store-error.ts';
