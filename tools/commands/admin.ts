import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import {
  createAdmin,
  disableAccount,
  enableAccount,
  resetPassword,
} from '../../server/auth/accounts.service.ts';
import {
  makeBreakGlass,
  removeSecondStep,
} from '../../server/auth/second-step/break-glass.service.ts';
import { requireFitPassword } from '../../server/auth/password-rules.ts';
import { readConfig } from '../../server/config.ts';
import { actAs } from '../../server/platform/audit/audit.ts';
import { openDatabase } from '../../server/platform/open-database.ts';
import { readPassword } from './read-password.ts';
import { UsageError, runTool } from './run-tool.ts';

const USAGE = `Use one of:
  npm run admin -- create ROLL-NUMBER --name "FULL NAME" --email ADDRESS
  npm run admin -- reset-password ROLL-NUMBER
  npm run admin -- disable ROLL-NUMBER
  npm run admin -- enable ROLL-NUMBER
  npm run admin -- remove-second-step ROLL-NUMBER
  npm run admin -- break-glass ROLL-NUMBER
The password is prompted for, or read from standard input. With --generate one is generated and shown once.`;

interface Order {
  id: string;
  name: string;
  email: string;
  generate: boolean;
}

interface Command {
  needsPassword: boolean;
  /** Returns lines that say what was done. */
  work: (pool: Pool, order: Order & { password: string }) => Promise<string>;
}

const commands: Record<string, Command> = {
  create: {
    needsPassword: true,
    work: async (pool, order) => {
      const { closedDemo } = await createAdmin(pool, order);
      return [`The admin ${order.id} was created.`, ...(closedDemo ? sayDemoIsClosed() : [])].join(
        '\n',
      );
    },
  },
  'reset-password': {
    needsPassword: true,
    work: async (pool, { id, password }) => {
      await resetPassword(pool, id, password);
      return `The password of ${id} was changed, and all of their sessions were ended.`;
    },
  },
  disable: {
    needsPassword: false,
    work: async (pool, { id }) => {
      await disableAccount(pool, id);
      return `The account ${id} was disabled, and all of their sessions were ended.`;
    },
  },
  enable: {
    needsPassword: false,
    work: async (pool, { id }) => {
      await enableAccount(pool, id);
      return `The account ${id} can sign in again.`;
    },
  },
  'remove-second-step': {
    needsPassword: false,
    work: async (pool, { id }) => {
      await removeSecondStep(pool, id);
      return `${id} has no passkey and no authenticator app any more, and all of their sessions were ended.`;
    },
  },
  'break-glass': {
    needsPassword: false,
    work: async (pool, { id }) => {
      const password = await makeBreakGlass(pool, id);
      return `${id} signs in with this password and needs no second step. Sign-ins are audited and mailed to the other campus admins.\nShown only now: ${password}`;
    },
  },
};

/** What ends with the demo, and what stays open. */
function sayDemoIsClosed(): string[] {
  const { registrationAfterDemo } = readConfig();
  return [
    'The demo is closed: nobody can sign in with its accounts, and students no longer see its tests and assignments.',
    'Its tests and results stay visible to admins.',
    REGISTRATION[registrationAfterDemo],
  ];
}

const REGISTRATION = {
  open: 'Registration is still open: anyone can register as a student. VLABS_REGISTRATION changes that.',
  confirmed:
    'Anyone can still register. Who is on no student list can use only the Workspace until you confirm them.',
  roster: 'Only people on the student list can register.',
};

function readOrder(): { command: Command; order: Order } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        name: { type: 'string', default: '' },
        email: { type: 'string', default: '' },
        generate: { type: 'boolean', default: false },
      },
    });
    const [name = '', id = '', ...rest] = positionals;
    const command = commands[name];
    const isComplete = name !== 'create' || (values.name !== '' && values.email !== '');
    if (command && isComplete && id !== '' && rest.length === 0) {
      return { command, order: { ...values, id } };
    }
  } catch {
    // An unknown option is reported like an unknown command.
  }
  throw new UsageError(USAGE);
}

async function choosePassword({ generate }: Order): Promise<string> {
  if (generate) return randomBytes(15).toString('base64url');
  const password = await readPassword();
  const { registrationAfterDemo: registration } = readConfig();
  await requireFitPassword({ registration }, password, 'password');
  return password;
}

await runTool(async () => {
  const { command, order } = readOrder();
  // Asks before it opens the database, so that no server waits while a person types.
  const password = command.needsPassword ? await choosePassword(order) : '';
  const database = await openDatabase({ ...readConfig(), shared: true, tables: 'require' });
  try {
    const actor = { by: 'command line', address: null, browser: null };
    console.log(await actAs(actor, () => command.work(database.pool, { ...order, password })));
  } finally {
    await database.close();
  }
  if (command.needsPassword && order.generate) console.log(`Shown only now: ${password}`);
});
