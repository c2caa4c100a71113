/** The id of a row is its id everywhere: in GraphQL, on the command line, in logs. Its prefix names its type. */
export const typeByPrefix = {
  org: 'Organisation',
  usr: 'Member',
  tok: 'Token',
  mch: 'Machine',
  prj: 'Project',
  wrk: 'WorkItem',
  ses: 'AgentSession',
  wsc: 'WorkItemStateChange',
  dec: 'Decision',
  art: 'Artifact',
  blk: 'Blocker',
  out: 'Outcome',
  doc: 'HandoffDocument',
  hof: 'Handoff',
  pkg: 'HandoffPackage',
  lch: 'Launch',
  cmd: 'MachineCommand',
  off: 'RecordOffer',
  whk: 'Webhook',
  whd: 'WebhookDelivery',
} as const;

const ID_PATTERN = /^([a-z]{3})_[0-9A-Za-z-]{1,64}$/;

/** The type an id belongs to, or undefined when the text is not one of our ids. */
export function typeOfId(id: string): string | undefined {
  const prefix = ID_PATTERN.exec(id)?.[1];
  return prefix === undefined ? undefined : typeByPrefix[prefix as keyof typeof typeByPrefix];
}
