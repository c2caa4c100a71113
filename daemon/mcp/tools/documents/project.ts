import { z } from 'zod';
import { bindProject, type HandoffStore, listProjects } from '../../../handoff-store/index.ts';
import { ToolRefusal } from '../../results/tool-refusal.ts';
import { annotationsOf, defineTool } from '../tool.ts';
import { cursorArgument, workspaceArgument } from './document-arguments.ts';

export const projectTool = defineTool({
  name: 'handoff_project',
  title: 'Which project this workspace belongs to',
  description:
    'Without project_id: the project of this workspace and those of this machine; changes nothing. With project_id: bind the workspace to that existing project, after its folder moved or to share one between clones; replace true takes it from the project it has.',
  annotations: annotationsOf('replaces'),
  input: z.strictObject({
    workspace: workspaceArgument,
    project_id: z.string().min(1).max(100).optional().describe('Bind to this project.'),
    replace: z.boolean().optional().describe('Take the workspace from the project it is bound to.'),
    limit: z.int().min(1).max(100).optional().describe('Most projects of a page; 20 when left out.'),
    cursor: cursorArgument,
  }),
  output: z.object({
    project_id: z.string().nullable(),
    registered: z.boolean(),
    previous_project_id: z.string().nullable(),
    replaced: z.boolean(),
    projects: z.array(z.object({ project_id: z.string(), label: z.string() })),
    count: z.int(),
    total_count: z.int().nullable(),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
    skipped_count: z.int(),
    scan_truncated: z.boolean(),
  }),
  async run(context, { workspace, project_id, replace, limit, cursor }) {
    const store = await context.documents();
    const pages = limit !== undefined || cursor !== undefined;
    if (project_id === undefined ? replace !== undefined : pages) {
      throw new ToolRefusal(
        'INVALID_ARGUMENTS',
        'replace belongs to a project_id; limit and cursor belong to the list, without one.',
        'Call again with one or the other.',
      );
    }
    if (project_id !== undefined) return bind(store, { workspace, projectId: project_id, replace: replace ?? false });
    const begin = { ...(limit === undefined ? {} : { limit }), ...(cursor === undefined ? {} : { cursor }) };
    const page = await listProjects(store, { workspace, ...begin });
    const belongs = page.projectId === null ? 'has no project yet' : `belongs to project ${page.projectId}`;
    return {
      text: `This workspace ${belongs}.`,
      data: {
        ...noPage,
        project_id: page.projectId,
        registered: page.projectId !== null,
        projects: page.projects.map(({ projectId, label }) => ({ project_id: projectId, label })),
        count: page.projects.length,
        total_count: page.totalCount,
        has_more: page.nextCursor !== null,
        next_cursor: page.nextCursor,
        skipped_count: page.skippedCount,
        scan_truncated: page.scanTruncated,
      },
    };
  },
});

async function bind(store: HandoffStore, input: Parameters<typeof bindProject>[1]) {
  const bound = await bindProject(store, input);
  return {
    text: `This workspace belongs to project ${bound.projectId}.`,
    data: {
      ...noPage,
      project_id: bound.projectId,
      registered: true,
      previous_project_id: bound.previousProjectId,
      replaced: bound.replaced,
      projects: [{ project_id: bound.projectId, label: bound.label }],
      count: 1,
    },
  };
}

const noPage = {
  previous_project_id: null,
  replaced: false,
  total_count: null,
  has_more: false,
  next_cursor: null,
  skipped_count: 0,
  scan_truncated: false,
};
