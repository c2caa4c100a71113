import type { LaunchPlan, LaunchRequest } from '../runtime-adapter.ts';

/** `node <program> --prompt <prompt>`. */
export const launch = async ({ program, prompt }: LaunchRequest): Promise<LaunchPlan> => ({
  command: process.execPath,
  args: [program, '--prompt', prompt],
  env: {},
});

/** As launch, with the run to go on with. */
export async function resume(request: LaunchRequest, providerSessionId: string): Promise<LaunchPlan> {
  const { args, ...plan } = await launch(request);
  return { ...plan, args: [...args, '--resume', providerSessionId] };
}
