import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/platform/open-database.ts';
import { runTool } from './run-tool.ts';

/** Migrates the database without starting a server. */
await runTool(async () => {
  const database = await openDatabase({ ...readConfig(), shared: true, tables: 'migrate' });
  await database.close();
  console.log('The database is up to date.');
});
