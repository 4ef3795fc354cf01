import { type Language, findLanguage, languageOf, languages } from '@vlabs/contract/runs/languages';
import { MULTI_FILE, type RunLanguage } from '@vlabs/contract/runs/run-languages';
import type { OfferedLanguage } from '@vlabs/contract/runs/offered-languages';
import type { Pool } from 'pg';
import { recordAct } from '../../platform/audit/audit.ts';
import { inTransaction } from '../../platform/postgres/database.ts';
import type { InstalledLanguage, Runners } from '../runners/runners.ts';
import { deleteLanguageOn, insertLanguageOn, listLanguagesOn } from './languages-on.queries.ts';

/** The languages that people may choose: the usual ones, and those that an administrator turned on. */
export class OfferedLanguages {
  readonly #pool: Pool;
  readonly #runners: Pick<Runners, 'listLanguages'>;

  constructor({ pool, runners }: { pool: Pool; runners: Pick<Runners, 'listLanguages'> }) {
    this.#pool = pool;
    this.#runners = runners;
  }

  /** Those that are offered and that a runner has; empty until a runner has reported its languages. */
  async listInstalled(): Promise<InstalledLanguage[]> {
    const [installed, on] = await Promise.all([this.#runners.listLanguages(), this.#listOn()]);
    return installed.filter(({ language }) => isUsual(language) || on.has(language));
  }

  /**
   * Tells which of Judge0's numbers are offered. A usual language is offered even if no runner has it, because the
   * refusal of its run says more.
   */
  async tellOffered(ids: readonly number[]): Promise<(id: number) => boolean> {
    const asked = ids.flatMap((id) => findLanguage(id) ?? []);
    const areUsual = asked.every(({ optional }) => !optional);
    const installed = areUsual ? [] : await this.listInstalled();
    const keys = new Set(installed.map(({ language }) => language));
    return (id) => {
      const language = findLanguage(id);
      return language !== null && (!language.optional || keys.has(language.key));
    };
  }

  async listAll(): Promise<OfferedLanguage[]> {
    const [installed, on] = await Promise.all([this.#runners.listLanguages(), this.#listOn()]);
    const found = new Map(installed.map((one) => [one.language, one]));
    return languages.map(({ key }) => ({
      language: key,
      isOn: isUsual(key) || on.has(key),
      isUsual: isUsual(key),
      installed: found.get(key)?.name ?? null,
      tracer: found.get(key)?.tracer ?? null,
    }));
  }

  /** @param language an optional one */
  async turn(language: Language, isOn: boolean): Promise<void> {
    const { name } = languageOf(language);
    await inTransaction(this.#pool, async (db) => {
      await (isOn ? insertLanguageOn : deleteLanguageOn)(db, language);
      const subject = { kind: 'language' as const, id: language, name };
      await recordAct(db, { action: 'turn-language', subject, details: { isOn } });
    });
  }

  async #listOn(): Promise<ReadonlySet<string>> {
    return new Set(await listLanguagesOn(this.#pool));
  }
}

const isUsual = (language: RunLanguage): boolean =>
  language === MULTI_FILE || languageOf(language).optional === undefined;
