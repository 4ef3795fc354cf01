import { createHash } from 'node:crypto';
import { describeBrowser } from '@vlabs/contract/auth/describe-browser';
import { z } from 'zod';
import { wideNetworkOf } from '../../platform/connections/addresses.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { type Database, first, prepared, run, sql } from '../../platform/postgres/database.ts';

export const NEW_DEVICE_JOB = 'mail-new-device';
export const OLD_DEVICES_JOB = 'delete-old-devices';

const DEVICE_DAYS = 90;
const MAX_DEVICES = 50;
/** After what people wait for. */
const PRIORITY = 50;

/** What the mail says about a sign-in. */
export interface NotedSignIn {
  personId: string;
  address: string;
  browser: string;
  method: string;
}

/** The same for all versions of a browser and for all addresses that a network gives it. */
const deviceOf = ({ personId, address, browser }: NotedSignIn): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([personId, describeBrowser(browser), wideNetworkOf(address)]))
    .digest();

const isOld = sql`last_used_at <= now() - make_interval(days => ${DEVICE_DAYS})`;

/**
 * Remembers the device of a sign-in, and adds the job that mails a new one; none for the person's first device. One
 * statement, because a whole class signs in at once.
 */
export function upsertDevice(db: Database, signIn: NotedSignIn): Promise<number> {
  const { personId, address, method } = signIn;
  const device = deviceOf(signIn);
  const browser = describeBrowser(signIn.browser);
  return run(
    db,
    prepared(
      'upsert-device',
      sql`
      with known as (
        select device from person_devices where person_id = ${personId} and not ${isOld}
      ), noted as (
        insert into person_devices as noted (person_id, device) values (${personId}, ${device})
        on conflict (person_id, device) do update
        set
          known_since = case
            when noted.last_used_at <= now() - make_interval(days => ${DEVICE_DAYS}) then now()
            else noted.known_since
          end,
          last_used_at = now()
        -- Of two that sign in at the same time, the second finds the device known.
        returning known_since = now() as is_new
      ), beyond as (
        delete from person_devices
        where person_id = ${personId} and device in (
          select device from person_devices
          where person_id = ${personId} and device <> ${device}
          order by last_used_at desc
          offset ${MAX_DEVICES - 1}
          for update skip locked
        )
      )
      select graphile_worker.add_job(
        ${NEW_DEVICE_JOB}::text,
        json_build_object('personId', ${personId}::text, 'address', ${address}::text, 'browser', ${browser}::text,
          'method', ${method}::text, 'at', now()),
        priority => ${PRIORITY},
        flags => array[${NEW_DEVICE_JOB}::text]
      )
      from noted
      where is_new and exists (select from known)
    `,
    ),
  );
}

const Recipient = z.object({ email: z.string() });

/** Null if no mail reaches the person. */
export const findRecipient = (db: Database, personId: string) =>
  first(
    db,
    Recipient,
    sql`
      select email from people
      where id = ${personId} and email is not null and email_refused_at is null
        and disabled_at is null and not is_demo
    `,
  );

export const deleteOldDevices = (db: Database, max: number) =>
  run(
    db,
    sql`
      delete from person_devices
      where (person_id, device) in (
        select person_id, device from person_devices where ${isOld}
        limit ${max}
        for update skip locked
      )
    `,
  );

/** The queue holds at most one such job, however many servers add it. */
export const addOldDevicesJob = (db: Database, delayMs: number) =>
  addJob(db, { name: OLD_DEVICES_JOB, payload: {}, key: OLD_DEVICES_JOB, delayMs, priority: 100 });
