import { useKernel } from '../../state/kernel.svelte.ts';

/** Whether the viewer may have a machine start a session: a person with what that takes. Asked while a component is made. */
export function mayStart(): boolean {
  const { viewer, can } = useKernel();
  return viewer.kind === 'MEMBER' && can('session.write', 'handoff.read', 'work.read');
}
