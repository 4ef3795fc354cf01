import type { Pool } from 'pg';
import type { Log } from './postgres/dedicated-connection.ts';
import { listSettings, replaceSettings } from './shared-settings.queries.ts';
import { StartFailure } from './start/start-failure.ts';

interface Own {
  /** By the names of their environment variables. */
  settings: Readonly<Record<string, string>>;
  /** True if no other server is live; this server's settings then apply. */
  isAlone: boolean;
  /** True if the operator changes the settings, one server at a time. */
  areNew: boolean;
}

/** Refuses to start if the settings differ from those of the other servers. */
export async function requireSameSettings(
  { pool, log }: { pool: Pool; log: Log },
  { settings, isAlone, areNew }: Own,
): Promise<void> {
  if (isAlone) return replaceSettings(pool, settings);
  const differing = (await listSettings(pool, settings)).filter(
    ({ variable, value }) => settings[variable] !== undefined && settings[variable] !== value,
  );
  const [first] = differing;
  if (!first) return;
  const changes = differing.map(({ variable, value }) => ({
    variable,
    was: value,
    is: settings[variable],
  }));
  if (areNew) {
    await replaceSettings(pool, settings);
    log.warn(
      { settings: changes },
      'Settings were changed. Start the other servers with the same settings.',
    );
    return;
  }
  throw new StartFailure(
    `${first.variable} is ${JSON.stringify(settings[first.variable])} here, and ${JSON.stringify(first.value)} at the other servers on this database: give all of them the same value. To change it, start this server with VLABS_NEW_SETTINGS=on, then the others.`,
  );
}
