import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { makeDebian } from '../machine/make-debian.mjs';

const RELEASE = 'trixie';
const PACKAGES =
  'ca-certificates procps iproute2 postgresql-17 patroni python3-etcd python3-psycopg2 etcd-server haproxy libfaketime';

/**
 * Debian 13 with the packages of a database machine, in a read-only folder: each machine of the lab has its own
 * overlay. Made once, in the user's cache folder.
 */
export async function makeLabRoot() {
  const identity = createHash('sha256').update(PACKAGES).digest('hex').slice(0, 12);
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'v-labs');
  const tree = join(cache, `lab-${RELEASE}-${identity}`);
  if (existsSync(tree)) return tree;
  const unfinished = `${tree}-unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(cache, { recursive: true });
  await makeDebian(unfinished, { release: RELEASE, packages: PACKAGES });
  await rename(unfinished, tree);
  return tree;
}
