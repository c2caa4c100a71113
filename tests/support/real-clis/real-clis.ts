import { installRealClis, type RealClis } from './install-real-clis.ts';

/**
 * The real clients, or null where they cannot be had: the reason is printed and the test is skipped. In continuous
 * integration (CI is set) that is no excuse: it throws.
 */
export async function realClis(): Promise<RealClis | null> {
  try {
    return await installRealClis();
  } catch (error) {
    if (process.env['CI'] !== undefined) throw error;
    process.stderr.write(
      `Skipped, without the real clients: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    return null;
  }
}
