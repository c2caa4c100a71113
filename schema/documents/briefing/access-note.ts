/** What a session can reach: the network, or nothing but its workspace as under Codex's workspace-write sandbox. */
export type AccessVariant = 'network' | 'codex-workspace-write';

/**
 * The paragraph that follows a briefing: how this session records what it does. It names the environment variables that
 * hold the server's address and the credential and never their values, as the prompt goes to a model provider.
 * Throws RangeError for an id that is not made of letters, digits, `_` and `-`.
 */
export function accessNote(input: {
  readonly variant: AccessVariant;
  readonly sessionId: string;
  readonly workItemId: string;
}): string {
  const sessionId = checkId(input.sessionId);
  const workItemId = checkId(input.workItemId);
  switch (input.variant) {
    case 'network':
      return networkNote(sessionId, workItemId);
    case 'codex-workspace-write':
      return sandboxNote(sessionId, workItemId);
    default: {
      const exhaustive: never = input.variant;
      throw new RangeError(`There is no access note for ${String(exhaustive)}.`);
    }
  }
}

function networkNote(sessionId: string, workItemId: string): string {
  const work = `$KERNEL_SERVER_URL/api/v1/work/${workItemId}`;
  return (
    'How to record in Kernel: its API is at the address in the environment variable KERNEL_SERVER_URL, and your ' +
    'credential is in KERNEL_SESSION_TOKEN; never print it or write it to a file. You are session ' +
    `${sessionId} on work item ${workItemId}. The \`kernel\` command reads both variables and needs no ids: ` +
    '`kernel decision record "…"` records a decision, `kernel artifact attach` an artifact, `kernel blocker raise` a ' +
    'blocker, and `kernel work complete` completes the work item. Without it, send JSON with the headers ' +
    '`Authorization: Bearer $KERNEL_SESSION_TOKEN` and an `Idempotency-Key` of your own: ' +
    `POST ${work}/decisions, POST ${work}/artifacts, POST ${work}/blockers and POST ${work}/complete; ` +
    'the GraphQL API, which can do the same, is POST $KERNEL_SERVER_URL/graphql.\n'
  );
}

function sandboxNote(sessionId: string, workItemId: string): string {
  return (
    `How to record in Kernel: you are session ${sessionId} on work item ${workItemId}. Your sandbox ` +
    '(workspace-write) has no network, so you cannot reach Kernel yourself: KERNEL_SERVER_URL and ' +
    'KERNEL_SESSION_TOKEN, which name its API and hold your credential, are for the daemon beside you. That is as it ' +
    'should be; do not raise a blocker about it and do not try to get around it. Recording goes through the daemon: ' +
    'use the Kernel tools it offers you to record a decision, attach an artifact, raise a blocker or complete the work ' +
    'item; say the same in your final message, one line each beginning with "Decision:", "Artifact:" or "Blocker:"; and ' +
    'leave what you produced as files in the workspace.\n'
  );
}

function checkId(id: string): string {
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(id)) throw new RangeError('An id holds only letters, digits, "_" and "-".');
  return id;
}
