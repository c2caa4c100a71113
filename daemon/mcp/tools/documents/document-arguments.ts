import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { ToolRefusal } from '../../results/tool-refusal.ts';

/** The argument that says where the work is. */
export const workspaceArgument = z
  .string()
  .min(1)
  .max(4096)
  .refine(isAbsolute, 'must be an absolute path')
  .describe('Absolute path of the folder that is worked in.');

export const refArgument = z
  .string()
  .min(1)
  .max(200)
  .describe('A reference exactly as it was returned: handoff://<project-uuid>/<handoff-uuid>.');

export const pathArgument = z
  .string()
  .min(1)
  .max(4096)
  .describe('Path of a Markdown file inside the workspace, for documents that are files.');

/** A whole document; the store says by bytes what is too long. */
export const contentArgument = z.string().max(4_000_000);

export const scopeArgument = z
  .enum(['project', 'all'])
  .default('project')
  .describe('project: documents of this workspace’s project. all: those of every project on this machine.');

export const storageArgument = z
  .enum(['central', 'workspace'])
  .default('central')
  .describe('central: the private store. workspace: Markdown files under handoffs/ in the workspace.');

export const limitArgument = z.int().min(1).max(100).default(20).describe('Most entries of a page.');

export const cursorArgument = z
  .string()
  .min(1)
  .max(2048)
  .optional()
  .describe('next_cursor of the page before, with the same other arguments.');

/** One fault of a document, as the tools name it. */
export const faultShape = z.object({ line: z.int(), section: z.string().nullable(), message: z.string() });

export const directoryArgument = z
  .string()
  .min(1)
  .max(4096)
  .optional()
  .describe('With storage workspace: the folder to look in, relative to the workspace; handoffs when left out.');

export const offsetArgument = z
  .int()
  .min(0)
  .optional()
  .describe('With storage workspace: where the page begins, next_offset of the page before.');

/** Throws ToolRefusal unless exactly one of two arguments was given. */
export function requireOne(tool: string, given: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(given);
  if (names.filter((name) => given[name] !== undefined).length === 1) return;
  const choice = names.join(' or ');
  throw new ToolRefusal('INVALID_ARGUMENTS', `provide exactly one of ${choice}`, `Call ${tool} again with ${choice}.`);
}

/** Throws ToolRefusal when arguments were given that belong to the other storage. */
export function refuseOthers(storage: 'central' | 'workspace', given: Readonly<Record<string, unknown>>): void {
  const wrong = Object.keys(given).filter((name) => given[name] !== undefined);
  if (wrong.length === 0) return;
  const other = storage === 'central' ? 'workspace' : 'central';
  throw new ToolRefusal(
    'INVALID_ARGUMENTS',
    `${wrong.join(', ')} is not supported for storage ${storage}`,
    `Leave it out, or use storage "${other}".`,
  );
}
