import type { Tool } from '../tool.ts';
import { createTool } from './create.ts';
import { exportTool } from '../bundles/export-handoff.ts';
import { importTool } from '../bundles/import-handoff.ts';
import { listTool } from './list.ts';
import { migrateTool } from './migrate.ts';
import { projectTool } from './project.ts';
import { readTool } from './read.ts';
import { searchTool } from './search.ts';
import { setupTool } from './setup.ts';
import { validateTool } from './validate.ts';

/** The tools on handoff documents. They need no server. */
export const documentTools: readonly Tool[] = [
  setupTool,
  createTool,
  migrateTool,
  readTool,
  validateTool,
  listTool,
  searchTool,
  projectTool,
  importTool,
  exportTool,
];
