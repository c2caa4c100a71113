import { documentTemplate } from '#schema/documents/handoff-document/sections.ts';

/** A valid document in which every entry says `text`. */
export const sampleDocument = (text = 'Rotate the keys'): string => documentTemplate.replace(/\[.*\].*$/gm, () => text);
