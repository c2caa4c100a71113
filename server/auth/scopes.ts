/** Everything a credential can be allowed to do, in the words the API and the CLI use. */
export const scopes = [
  'work.read',
  'work.write',
  'session.read',
  'session.write',
  'handoff.read',
  'handoff.create',
  'handoff.accept',
  'machine.write',
  'token.manage',
] as const;

export type Scope = (typeof scopes)[number];

/** What a session may do on its own work item; never anything about tokens or machines. */
export const sessionScopes: readonly Scope[] = [
  'work.read',
  'work.write',
  'session.read',
  'session.write',
  'handoff.read',
  'handoff.create',
  'handoff.accept',
];

/** What the daemon of a machine needs: it starts sessions and reports what they do. */
export const machineScopes: readonly Scope[] = [
  'work.read',
  'work.write',
  'session.read',
  'session.write',
  'handoff.read',
  'handoff.create',
  'handoff.accept',
  'machine.write',
];

export const isScope = (value: string): value is Scope => (scopes as readonly string[]).includes(value);
