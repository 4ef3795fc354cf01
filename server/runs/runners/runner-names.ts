import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Log } from '../../platform/postgres/dedicated-connection.ts';
import type { RunnerAddress } from './runner-connection.ts';

/** Interval of name lookups. */
const LOOK_EVERY_MS = 5000;

/** Returns all addresses of a name. */
type Lookup = (name: string) => Promise<string[]>;

const ofSystem: Lookup = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

interface Named {
  urls: readonly string[];
  token: string;
  log: Log;
  lookUp?: Lookup;
}

/**
 * Resolves the runners named in the settings. A name with several addresses, such as a headless
 * Kubernetes Service, is treated as that many runners, so that every request for a run reaches the
 * same one.
 */
export class RunnerNames {
  readonly #named: Named;
  /** By configured URL. If a name was never resolved, the URL itself is used. */
  readonly #found = new Map<string, RunnerAddress[]>();
  #looking: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(named: Named) {
    this.#named = named;
  }

  get addresses(): RunnerAddress[] {
    const { urls, token } = this.#named;
    return urls.flatMap((url) => this.#found.get(url) ?? [{ url, token }]);
  }

  async start(): Promise<void> {
    if (!this.#named.urls.some(hasName)) return;
    await this.look();
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /**
   * Adds new addresses and drops missing ones. Without a reply the known addresses stay. Lookups
   * never overlap, so a late reply cannot undo a newer one.
   */
  async look(): Promise<void> {
    this.#looking ??= this.#lookForAll();
    await this.#looking;
  }

  async #lookForAll(): Promise<void> {
    await Promise.all(this.#named.urls.filter(hasName).map((url) => this.#lookFor(url)));
    this.#looking = null;
  }

  async #lookFor(url: string): Promise<void> {
    const { token, log, lookUp = ofSystem } = this.#named;
    const { hostname, host } = new URL(url);
    try {
      const addresses = ofOneFamily([...new Set(await lookUp(hostname))]);
      if (addresses.length > 1) {
        this.#found.set(
          url,
          addresses.map((address) => ({ url: at(url, address), host, token })),
        );
      } else this.#found.delete(url);
    } catch (error) {
      log.warn({ err: error, name: hostname }, 'Could not resolve a runner’s host name.');
    }
  }
}

function hasName(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname !== 'localhost' && isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;
}

/** A machine may have IPv4 and IPv6 addresses; uses the family that the system prefers. */
function ofOneFamily(addresses: readonly string[]): string[] {
  const family = isIP(addresses[0] ?? '');
  return addresses.filter((address) => isIP(address) === family);
}

function at(url: string, address: string): string {
  const moved = new URL(url);
  moved.hostname = isIP(address) === 6 ? `[${address}]` : address;
  return moved.href.replace(/\/$/, '');
}
