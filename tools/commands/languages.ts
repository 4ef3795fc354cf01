import { type Language, languageOf, languages } from '../../contract/runs/languages.ts';
import { noSharedFolder } from '../../runner/languages/share-files.ts';
import { toolchains } from '../../runner/languages/toolchains.ts';
import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/platform/open-database.ts';
import { actAs } from '../../server/platform/audit/audit.ts';
import { OfferedLanguages } from '../../server/runs/languages/offered-languages.service.ts';
import { bringDebianPackages, bringTypescript } from '../prepare.mjs';
import { UsageError, runTool } from './run-tool.ts';

const OPTIONAL = languages.filter(({ optional }) => optional !== undefined);
const USAGE = `Use one of:
  npm run languages                 lists the languages
  npm run languages -- add NAME     installs a language on this machine and turns it on
  npm run languages -- remove NAME  turns a language off; its packages stay
The names: ${OPTIONAL.map(({ key }) => key).join(', ')}.`;

function readOrder(): { act: 'add' | 'remove'; language: Language } | null {
  const [act, name, ...rest] = process.argv.slice(2);
  if (act === undefined) return null;
  const language = OPTIONAL.find(({ key }) => key === name);
  if ((act === 'add' || act === 'remove') && language && rest.length === 0)
    return { act, language: language.key };
  throw new UsageError(USAGE);
}

const findVersion = async (language: Language): Promise<string | null> =>
  (await toolchains[language].find(noSharedFolder))?.name ?? null;

async function install(language: Language): Promise<string> {
  const before = await findVersion(language);
  if (before !== null) return before;
  const { packages } = toolchains[language];
  console.log(
    `Installing ${languageOf(language).name}: ${packages.join(', ') || 'its compiler'} …`,
  );
  if (language === 'typescript') await bringTypescript();
  await bringDebianPackages(packages);
  const after = await findVersion(language);
  if (after !== null) return after;
  throw new UsageError(
    `${languageOf(language).name} was installed, but this version cannot be used here. Its packages: ${packages.join(', ')}.`,
  );
}

await runTool(async () => {
  const order = readOrder();
  const installed = order?.act === 'add' ? await install(order.language) : null;
  const database = await openDatabase({ ...readConfig(), shared: true, tables: 'require' });
  try {
    const offered = new OfferedLanguages({
      pool: database.pool,
      runners: { listLanguages: () => Promise.resolve([]) },
    });
    if (order) {
      const isOn = order.act === 'add';
      const actor = { by: 'command line', address: null, browser: null };
      await actAs(actor, () => offered.turn(order.language, isOn));
      console.log(
        isOn
          ? `${installed ?? ''} is on. The runner of this machine notices it within ten seconds.`
          : `${languageOf(order.language).name} is off.`,
      );
      return;
    }
    for (const { language, isOn } of await offered.listAll()) {
      const version = (await findVersion(language)) ?? 'not installed on this machine';
      console.log(`${isOn ? 'on ' : 'off'}  ${language.padEnd(12)} ${version}`);
    }
  } finally {
    await database.close();
  }
});
