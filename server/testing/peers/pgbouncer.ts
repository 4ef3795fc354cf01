import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, waitUntilOpen } from './start-proxy.ts';

/** Whether it is installed; prints a note if not. */
export function hasPgbouncer(): boolean {
  const found = spawnSync('pgbouncer', ['--version']).status === 0;
  if (!found) console.warn('Skipped: pgbouncer is not installed.');
  return found;
}

/**
 * pgbouncer in front of a database, with transaction pooling: a connection belongs to a client for
 * one transaction only.
 */
export async function startPgbouncer(databaseUrl: string) {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'vlabs-pgbouncer-'));
  // It refuses to run as root, and its user must be able to read this file.
  chmodSync(folder, 0o755);
  const ownPort = await findFreePort();
  const config = join(folder, 'pgbouncer.ini');
  const target = `host=${hostname} port=${port} user=${username} password=${password} dbname=${pathname.slice(1)}`;
  writeFileSync(
    config,
    `[databases]\npooled = ${target}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${ownPort}\nunix_socket_dir =\nauth_type = any\npool_mode = transaction\n`,
  );
  const asNobody = process.geteuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', ['-q', ...asNobody, config], { stdio: 'ignore' });
  child.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await waitUntilOpen(child, ownPort);
  return {
    databaseUrl: `postgresql://${username}@127.0.0.1:${ownPort}/pooled`,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
