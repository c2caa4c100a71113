export { createProject } from './create-project.ts';
