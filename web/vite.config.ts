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
    // The first load lists all chunks and styles; names would add a kilobyte to it.
    rolldownOptions: {
      // Zod imports the JSON schema writers by name in many places; the alias above replaces them.
      checks: { importIsUndefined: false },
      output: {
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css'))
            ? 'assets/[hash][extname]'
            : 'assets/[name]-[hash][extname]',
        // Modules that are used together share a file, which compresses better. The first matching
        // group counts.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules\/(?:react|react-dom|react-router|scheduler|@tanstack|@mantine\/core\/esm\/core|@mantine\/hooks\/esm\/use-(?:id|uncontrolled|merged-ref))\//,
              priority: 6,
            },
            // What every page loads beside these libraries. Many small files compress worse.
            { name: 'frame', tags: ['$initial'], priority: 5 },
            {
              name: 'contract',
              test: /node_modules\/zod\/|\/contract\/(?:auth\/auth|http\/(?:endpoint|rights|search|cursor)|text\/(?:canonical|kolkata-time))\.ts|\/query-of\.ts/,
              priority: 4,
            },
            {
              name: 'storage',
              test: /@noble\/ciphers|personal-storage|remembered-class|use-class-in-address/,
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
