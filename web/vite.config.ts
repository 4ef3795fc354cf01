import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';
import { preloadTextFont } from './preload-text-font.ts';
import { withoutJsonSchema } from './without-json-schema.ts';

const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), withoutJsonSchema(), preloadTextFont(), precompress()],
  build: {
    target: 'es2022',
    sourcemap: false,
    // The inlined polyfill would be a script that the content security policy refuses.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Which file holds which part, for the journeys: their names tell nothing.
    manifest: true,
    // The first load lists every part of the pages; their names alone would be a kilobyte of it.
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/[hash].js',
        // What every page needs is one file, which is smaller than its parts.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules\/(?:react|react-dom|react-router|scheduler|@tanstack)\//,
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
