import type { ResourceTemplate } from '@modelcontextprotocol/sdk/types.js';

/** Where a package is read: by the id of its handoff, on the server. */
export const PACKAGE_PREFIX = 'kernel://packages/';

export const resourceTemplates: ResourceTemplate[] = [
  {
    name: 'handoff_document',
    title: 'Handoff document',
    uriTemplate: 'handoff://{project_id}/{handoff_id}',
    description: 'One document of this machine, as it was stored, between marks that say who wrote it.',
    mimeType: 'text/markdown',
  },
  {
    name: 'handoff_package',
    title: 'Handoff package',
    uriTemplate: `${PACKAGE_PREFIX}{handoff_id}`,
    description: 'The package on offer of one handoff of the record, as the page a person reviews.',
    mimeType: 'text/markdown',
  },
];
