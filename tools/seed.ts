import { readConfig } from '../server/config.ts';
import { seedDemo } from '../server/demo.ts';
import { openDatabase } from '../server/platform/postgres/open-database.ts';
import { UsageError, runTool } from './run-tool.ts';

/** Brings the demo's accounts and data back; what is there already stays as it is. */
await runTool(async () => {
  const config = readConfig();
  if (!config.demo) {
    throw new UsageError(
      'The demo is off: set VLABS_DEMO to on, and leave VLABS_TRUSTED_PROXIES empty, to have demo data.',
    );
  }
  const database = await openDatabase({ ...config, shared: true, tables: 'require' });
  try {
    const isOpen = await seedDemo(database.pool);
    if (!isOpen) {
      throw new UsageError('This installation has an admin of its own, which closed its demo.');
    }
  } finally {
    await database.close();
  }
  console.log('The demo data is there.');
});
