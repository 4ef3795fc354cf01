import type { Pool } from 'pg';
import { z } from 'zod';
import type { SendMail } from '../../mail/mail.reads.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { inTransaction } from '../../platform/postgres/database.ts';
import * as devices from './devices.queries.ts';
import { newDeviceText } from './new-device-text.ts';

const DELETED_AT_ONCE = 1000;
const ONE_DAY_MS = 86_400_000;

const SignIn = z.object({
  personId: z.string(),
  address: z.string(),
  /** Such as `Firefox on Windows`. */
  browser: z.string(),
  method: z.string(),
  at: z.coerce.date(),
});

interface Dependencies {
  pool: Pool;
  jobs: Jobs;
  sendMail: SendMail;
  config: { publicUrl: string | null };
}

/** Mails people about sign-ins from new devices, and forgets devices that were not used for long. */
export class NewDevices {
  readonly #with: Dependencies;

  /** Created before the jobs are started. */
  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
    const { jobs } = dependencies;
    jobs.handle(devices.NEW_DEVICE_JOB, (payload) => this.#mail(SignIn.parse(payload)), {
      maxAtOnce: 1,
    });
    jobs.handle(devices.OLD_DEVICES_JOB, () => this.#deleteOld());
  }

  schedule(): Promise<void> {
    return devices.addOldDevicesJob(this.#with.pool, 0);
  }

  async #mail({ personId, ...signIn }: z.infer<typeof SignIn>): Promise<void> {
    const { pool, sendMail, config } = this.#with;
    const recipient = await devices.findRecipient(pool, personId);
    if (!recipient) return;
    const text = newDeviceText({ ...signIn, page: `${config.publicUrl ?? ''}/account` });
    const mail = { personId, address: recipient.email, kind: 'sign-in' as const, ...text };
    await inTransaction(pool, (db) => sendMail(db, mail));
  }

  /** Adds the next job in the same transaction as the deletion. */
  async #deleteOld(): Promise<void> {
    await inTransaction(this.#with.pool, async (db) => {
      const deleted = await devices.deleteOldDevices(db, DELETED_AT_ONCE);
      await devices.addOldDevicesJob(db, deleted === DELETED_AT_ONCE ? 0 : ONE_DAY_MS);
    });
  }
}
