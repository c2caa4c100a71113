import { z } from 'zod';

/** What the driver of one session is told, in a file of its launch's folder. It holds no secret: those are in its environment. */
export const drivePlan = z.object({
  label: z.string(),
  program: z.string(),
  args: z.array(z.string()),
  /** Absolute real path of the folder to work in. */
  workspace: z.string(),
  /** The briefing, to the byte. */
  prompt: z.string(),
  /** The agent's own id of the session to go on with; null for a new one. */
  resume: z.string().nullable(),
  /** Words that start `kernel`. */
  kernel: z.array(z.string()).min(1),
  permissions: z.enum(['workspace', 'everything']),
  /** Beginnings of commands that are allowed, each as its words. */
  commands: z.array(z.array(z.string()).min(1)),
});

export type DrivePlan = z.infer<typeof drivePlan>;
