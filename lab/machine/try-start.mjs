import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  LANGUAGE_C,
  LANGUAGE_CPP,
  LANGUAGE_JAVA,
  LANGUAGE_PYTHON,
} from '../../contract/runs/languages.ts';
import { Run } from '../../contract/runs/runs.ts';
import { run } from './run.mjs';

const PORT = '3000';
const URL = `http://127.0.0.1:${PORT}`;
const TOKEN = 'of-the-machine-in-a-box-0123456789';
const settings = { PORT, VLABS_SERVICE_TOKENS: `machine:${TOKEN}` };
const START = [process.execPath, 'tools/start.mjs'];
const UNIT = 'v-labs.service';
const MAX_START_MS = 180_000;
const MAX_START_S = String(MAX_START_MS / 1000);
const LOOK_AGAIN_MS = 500;

/** The environment of that user's shell. */
async function beginBy(user, dataFolder) {
  const words = ['-u', user, '--', 'env', `VLABS_DATA=${dataFolder}`, ...START];
  const child = spawn('runuser', words, {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await once(child, 'spawn');
  return async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
}

async function beginUnit() {
  const folder = `/etc/systemd/system/${UNIT}.d`;
  mkdirSync(folder, { recursive: true });
  const lines = Object.entries(settings).map(([name, value]) => `Environment=${name}=${value}`);
  writeFileSync(join(folder, 'machine.conf'), `[Service]\n${lines.join('\n')}\n`);
  await run(process.execPath, ['tools/start.mjs', 'service', 'teacher', '--wait', MAX_START_S]);
  return () => run('systemctl', ['disable', '--now', UNIT]);
}

/** Ways to start the product on this machine. Each starts it and resolves with a function that ends it. */
export const waysToStart = {
  user: {
    name: 'npm start as an ordinary user',
    begin: () => beginBy('teacher', '/home/teacher/data'),
  },
  root: {
    name: 'npm start as root',
    begin: () => beginBy('root', '/var/lib/v-labs-of-root'),
  },
  unit: { name: 'npm run service', begin: beginUnit },
};

const PROGRAMS = {
  C: { id: LANGUAGE_C, source: '#include <stdio.h>\nint main(void) { puts("42"); }\n' },
  'C++': { id: LANGUAGE_CPP, source: '#include <iostream>\nint main() { std::cout << 42; }\n' },
  Java: {
    id: LANGUAGE_JAVA,
    source:
      'public class Main { public static void main(String[] a) { System.out.println(42); } }\n',
  },
  Python: { id: LANGUAGE_PYTHON, source: 'print(42)\n' },
};

const nothing = async () => undefined;

/** Starts the product, runs a program of each language, ends it and checks that nothing is left. */
export async function tryStart({ name, begin }) {
  const finding = (what, came) => ({ part: name, what, came });
  const attempt = async (what, work) => {
    try {
      await work();
      return finding(what, 'held');
    } catch (error) {
      return finding(what, `failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  let end = nothing;
  const began = await attempt('it starts and is ready', async () => {
    end = await begin();
    await waitUntilReady();
  });
  const ran = [];
  if (began.came === 'held')
    for (const [language, program] of Object.entries(PROGRAMS))
      ran.push(await attempt(`a program in ${language} runs`, () => runProgram(program)));
  const beside = await attempt('boxes are in the groups that systemd delegates', requireOwnPlace);
  const ended = await attempt('it ends and leaves no control group', async () => {
    await end();
    await waitUntilGone();
  });
  return [began, ...ran, beside, ended];
}

async function waitUntilReady() {
  const deadline = performance.now() + MAX_START_MS;
  let status = 'nothing';
  for (;;) {
    const reply = await fetch(`${URL}/readyz`).catch(() => null);
    if (reply?.ok) return;
    status = (await reply?.text()) ?? status;
    if (performance.now() > deadline) throw new Error(`/readyz says ${status}`);
    await pause(LOOK_AGAIN_MS);
  }
}

async function runProgram({ id, source }) {
  const reply = await fetch(`${URL}/judge0/submissions?wait=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-auth-token': TOKEN },
    body: JSON.stringify({ source_code: source, language_id: id, expected_output: '42' }),
  });
  const text = await reply.text();
  const { status } = Run.parse(JSON.parse(text));
  if (status?.description !== 'Accepted') throw new Error(text);
}

/** The folders of runners, which are named after their processes. */
const ownFolders = () =>
  readdirSync('/sys/fs/cgroup', { recursive: true, encoding: 'utf8' }).filter((folder) =>
    /\/vlabs-\d+$/.test(`/${folder}`),
  );

/** Slices belong to systemd, which delegates only services and scopes. */
async function requireOwnPlace() {
  const folders = ownFolders();
  if (folders.length === 0) throw new Error('no runner has a control group');
  const strange = folders.filter((folder) => !/\.(service|scope)\/vlabs-\d+$/.test(folder));
  if (strange.length > 0) throw new Error(`it made ${strange.join(' and ')}`);
}

async function waitUntilGone() {
  const deadline = performance.now() + MAX_START_MS;
  while (ownFolders().length > 0) {
    if (performance.now() > deadline)
      throw new Error(`${ownFolders().join(' and ')} was left behind`);
    await pause(LOOK_AGAIN_MS);
  }
}
