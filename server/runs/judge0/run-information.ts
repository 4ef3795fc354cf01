import type { RunStatistics } from '@vlabs/contract/runs/judge0';
import { findLanguage, languages } from '@vlabs/contract/runs/languages';
import { MULTI_FILE, MULTI_FILE_ID } from '@vlabs/contract/runs/run-languages';
import type { Pool } from 'pg';
import { countWaitingRuns } from '../store/run-history.queries.ts';
import { KeptStatistics } from './statistics.ts';
import type { OfferedLanguages } from '../languages/offered-languages.service.ts';
import type { InstalledLanguage, Runners } from '../runners/runners.ts';

interface ShownLanguage {
  id: number;
  name: string;
  tracer?: { fault: string | null };
}

/** Available languages and queue load. */
export class RunInformation {
  readonly #pool: Pool;
  readonly #runners: Runners;
  readonly #languages: OfferedLanguages;
  readonly #statistics: KeptStatistics;

  constructor(given: { pool: Pool; runners: Runners; languages: OfferedLanguages }) {
    const { pool, runners, languages: offered } = given;
    this.#languages = offered;
    this.#pool = pool;
    this.#runners = runners;
    this.#statistics = new KeptStatistics({ pool, runners });
  }

  /** Empty until a runner has reported its languages. */
  async listLanguages(): Promise<ShownLanguage[]> {
    const installed = await this.#languages.listInstalled();
    const shown = new Map(
      installed.map(({ language, name, tracer }) => [language, { name, tracer }]),
    );
    return [...languages, { id: MULTI_FILE_ID, key: MULTI_FILE } as const]
      .flatMap(({ id, key }) => {
        const { name, tracer } = shown.get(key) ?? {};
        return name === undefined ? [] : [{ id, name, ...(tracer && { tracer }) }];
      })
      .toSorted((one, other) => one.name.localeCompare(other.name));
  }

  /** Null for a language that is unknown or not installed. */
  async findLanguage(id: number): Promise<InstalledLanguage | null> {
    const key = id === MULTI_FILE_ID ? MULTI_FILE : findLanguage(id)?.key;
    const installed = await this.#languages.listInstalled();
    return installed.find(({ language }) => language === key) ?? null;
  }

  getStatistics(options: { fresh: boolean }): Promise<RunStatistics> {
    return this.#statistics.get(options);
  }

  /** The queue length over all servers and the slots of all runners. */
  async describeQueue(): Promise<{ waiting: number; slots: number; running: number }> {
    await this.#runners.getAvailability();
    const load = this.#runners.load;
    const sumOf = (read: (runner: (typeof load)[number]) => number) =>
      load.reduce((sum, runner) => sum + read(runner), 0);
    return {
      waiting: (await countWaitingRuns(this.#pool)) + sumOf(({ waiting }) => waiting),
      slots: sumOf(({ slots }) => slots),
      running: sumOf(({ running }) => running),
    };
  }
}
