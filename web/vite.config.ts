import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';
import { preloadTextFont } from './preload-text-font.ts';
import { tablerIcons } from './tabler-icons.ts';

const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

/** How zod's files import those that write JSON schemas. */
const JSON_SCHEMA_WRITERS =
  /^\.\.?\/(?:core\/)?(?:to-json-schema|json-schema-processors|json-schema-generator)\.js$/;

export default defineConfig({
  root: import.meta.dirname,
  resolve: {
    alias: [
      {
        find: JSON_SCHEMA_WRITERS,
        replacement: join(import.meta.dirname, 'no-json-schemas.ts'),
      },
    ],
  },
  plugins: [react(), tablerIcons(), preloadTextFont(), precompress()],
  build: {
    target: 'es2022',
    sourcemap: false,
    // The content security policy would refuse the inlined polyfill.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Tells the journeys which file holds which part, because file names are hashes.
    manifest: true,
    // The first load lists all chunks; names would add a kilobyte to it.
    rolldownOptions: {
      // Zod imports the JSON schema writers by name in many places; the alias above replaces them.
      checks: { importIsUndefined: false },
      output: {
        chunkFileNames: 'assets/[hash].js',
        // Modules that are used together share a file, which compresses better. The first matching
        // group counts.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules\/(?:react|react-dom|react-router|scheduler|@tanstack|@mantine\/core\/esm\/core)\//,
              priority: 4,
            },
            {
              name: 'colouring',
              test: /node_modules\/@lezer\/(?:common|highlight)\//,
              priority: 3,
            },
            {
              name: 'showing-code',
              test: /node_modules\/@codemirror\/(?:view|state|language)\//,
              priority: 2,
            },
            {
              name: 'writing-code',
              test: /node_modules\/@codemirror\/(?:commands|autocomplete|lint)\//,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/judge0', '/v1', '/docs', '/healthz', '/readyz'].map((path) => [
        path,
        { target: server, ws: true },
      ]),
    ),
  },
});
