import { readConfig } from '../../server/config.ts';
import { seedDemo } from '../../server/demo/demo.ts';
import { openDatabase } from '../../server/platform/open-database.ts';
import { UsageError, runTool } from './run-tool.ts';

/** Adds missing accounts and data of the demo; existing data is not changed. */
await runTool(async () => {
  const config = readConfig();
  if (!config.demo) {
    throw new UsageError(
      'The demo is off. For demo data, set VLABS_DEMO to on and leave VLABS_TRUSTED_PROXIES empty.',
    );
  }
  const database = await openDatabase({ ...config, shared: true, tables: 'require' });
  try {
    const isOpen = await seedDemo(database.pool);
    if (!isOpen) {
      throw new UsageError('The demo is closed, because this installation has a real admin.');
    }
  } finally {
    await database.close();
  }
  console.log('The demo data is complete.');
});
