import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Log } from '../../platform/postgres/dedicated-connection.ts';
import type { RunnerAddress } from './runner-connection.ts';

/** A runner that joins or leaves is known so soon. */
const LOOK_EVERY_MS = 5000;

/** All addresses of a name. */
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
 * The runners that the settings name. A name with several addresses, as a headless Service has, is as
 * many runners, each asked and told by itself: what is told one of them must not arrive at another.
 */
export class RunnerNames {
  readonly #named: Named;
  /** By the URL that was named; one that was never found is left to whoever connects to it. */
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
   * Whoever is gone from a name is dropped, whoever is new joins. Without an answer all stay. One round at
   * a time: answers that come late do not undo newer ones, and a resolver that is silent is asked once.
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
      log.warn({ err: error, name: hostname }, 'A name of runners was not found.');
    }
  }
}

function hasName(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname !== 'localhost' && isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;
}

/** A machine may have an address of each; the one that the system puts first is the one to call by. */
function ofOneFamily(addresses: readonly string[]): string[] {
  const family = isIP(addresses[0] ?? '');
  return addresses.filter((address) => isIP(address) === family);
}

function at(url: string, address: string): string {
  const moved = new URL(url);
  moved.hostname = isIP(address) === 6 ? `[${address}]` : address;
  return moved.href.replace(/\/$/, '');
}
