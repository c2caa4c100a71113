import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { directDocuments } from '../api/direct-documents.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The page: one document, its scripts and styles under names that carry their hash, no source of anything else. */
export default defineConfig({
  root: at('.'),
  publicDir: at('./public'),
  plugins: [directDocuments(), svelte({ configFile: false, compilerOptions: { runes: true } })],
  build: {
    outDir: at('../../dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    cssTarget: ['chrome125', 'firefox128', 'safari18'],
    // The policy of the server lets nothing in by data: and runs nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
