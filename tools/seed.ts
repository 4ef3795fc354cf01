import { readConfig } from '../server/config.ts';
import { seedDemo } from '../server/demo.ts';
import { openDatabase } from '../server/platform/postgres/open-database.ts';
import { UsageError, runTool } from './run-tool.ts';

/** Brings the demo's accounts and data back; what is there already stays as it is. */
await runTool(async () => {
  const config = readConfig();
  if (!config.demo) throw new UsageError('VLABS_DEMO is off: set it to on to have demo data.');
  const database = await openDatabase({ ...config, shared: true, tables: 'require' });
  try {
    await seedDemo(database.pool);
  } finally {
    await database.close();
  }
  console.log('The demo data is there.');
});
