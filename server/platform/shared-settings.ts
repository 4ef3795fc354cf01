import type { Pool } from 'pg';
import type { Log } from './postgres/dedicated-connection.ts';
import { listSettings, replaceSettings } from './shared-settings.queries.ts';
import { StartFailure } from './start-failure.ts';

interface Own {
  /** By the names of their variables. */
  settings: Readonly<Record<string, string>>;
  /** No other server lives: what this one says holds. */
  isAlone: boolean;
  /** So it does where the operator wants that, one server after the other. */
  areNew: boolean;
}

/** Refuses to start where this server would serve by other settings than those beside it. */
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
      'Settings were changed: start the other servers with the same.',
    );
    return;
  }
  throw new StartFailure(
    `${first.variable} is ${JSON.stringify(settings[first.variable])} here, and ${JSON.stringify(first.value)} at the servers that work on this database: give all of them the same. To change it, start this one with VLABS_NEW_SETTINGS=on and then the others.`,
  );
}
