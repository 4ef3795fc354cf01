import { spawn } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Runs the server with a restart at every change, and the web pages with hot reload. */
const programs = [
  ['--watch', '--watch-preserve-output', 'server/main.ts'],
  ['node_modules/vite/bin/vite.js', '--config', 'web/vite.config.ts'],
].map((words) => spawn(process.execPath, words, { cwd: ROOT, stdio: 'inherit' }));

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    for (const program of programs) program.kill(signal);
  });
}
for (const program of programs) {
  program.once('exit', (code) => {
    process.exitCode ||= code ?? 1;
    for (const other of programs) other.kill('SIGTERM');
  });
}
