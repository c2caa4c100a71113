export { acceptHandoff } from './accept-handoff.ts';
export { cancelHandoff } from './cancel-handoff.ts';
export { compileHandoff } from './compile-handoff.ts';
export { completeHandoff } from './complete-handoff.ts';
export { diffPackageVersions } from './diff-package-versions.ts';
export { previewCompile } from './preview-compile.ts';
export { rejectHandoff } from './reject-handoff.ts';
export { requestHandoff } from './request-handoff.ts';
