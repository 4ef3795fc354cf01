import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const DOCUMENTED = join(import.meta.dirname, '../../../docs/proxies');
const NGINX_OWN = `
daemon off;
pid FOLDER/nginx.pid;
error_log FOLDER/error.log;
worker_processes 1;
events {}
http {
  access_log off;
  client_body_temp_path FOLDER/body;
  proxy_temp_path FOLDER/proxy;
  fastcgi_temp_path FOLDER/fastcgi;
  uwsgi_temp_path FOLDER/uwsgi;
  scgi_temp_path FOLDER/scgi;
  include FOLDER/site.conf;
}
`;

export const PROXIES = ['nginx', 'haproxy'] as const;
export type ProxyName = (typeof PROXIES)[number];

/** Whether it is installed; prints a note if not. */
export function hasProxy(name: ProxyName): boolean {
  const found = spawnSync(name, ['-v']).status === 0;
  if (!found) console.warn(`Skipped: ${name} is not installed.`);
  return found;
}

export interface Proxy {
  port: number;
  stop(): Promise<void>;
}

/** The proxy with the documented configuration, on its own port and without TLS. */
export async function startProxy(name: ProxyName, serverPort: number): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'vlabs-proxy-'));
  const port = await findFreePort();
  const child = name === 'nginx' ? startNginx() : startHaproxy();
  child.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await waitUntilOpen(child, port);
  return {
    port,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };

  function startNginx(): ChildProcess {
    const site = readDocumented('nginx.conf')
      .replace(/listen 443 ssl;/, `listen 127.0.0.1:${port};`)
      .replaceAll(/^ *ssl_certificate.*$/gm, '');
    writeFileSync(join(folder, 'site.conf'), site);
    writeFileSync(join(folder, 'nginx.conf'), NGINX_OWN.replaceAll('FOLDER', folder));
    return spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  }

  function startHaproxy(): ChildProcess {
    const file = join(folder, 'haproxy.cfg');
    const text = readDocumented('haproxy.cfg').replace(/bind :443 .*/, `bind 127.0.0.1:${port}`);
    writeFileSync(file, text);
    return spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  }

  function readDocumented(file: string): string {
    const text = readFileSync(join(DOCUMENTED, file), 'utf8');
    return text.replaceAll('127.0.0.1:3000', `127.0.0.1:${serverPort}`);
  }
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

export async function waitUntilOpen(child: ChildProcess, port: number): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await delay(20);
  }
  throw new Error('The proxy ended before it was ready.');
}
