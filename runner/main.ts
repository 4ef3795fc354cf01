import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { makeRunnerServer } from './app.ts';
import { TracerChecks } from './check-tracers.ts';
import { readRunnerConfig, type RunnerConfig } from './config.ts';
import { InstalledLanguages } from './languages/installed-languages.ts';
import { SharedFolder } from './languages/share-files.ts';
import { listSystemFiles } from './languages/toolchains.ts';
import { JAVAC_OPTIONS } from './languages/java/toolchain.ts';
import { LivePlaces } from './live-places.ts';
import { watchLoop } from './loop-watch.ts';
import { programEnvironment, setTimeZone } from './program-environment.ts';
import type { Confinement } from './run-program.ts';
import { RunQueue } from './run-queue.ts';
import { BubblewrapSandbox } from './sandbox/bubblewrap.ts';
import { SHARED_IN_BOX } from './sandbox/bubblewrap-arguments.ts';
import { buildBoxPrograms } from './sandbox/box-programs.ts';
import { checkSandbox } from './sandbox/checks/check-sandbox.ts';
import { ConfinementError } from './sandbox/groups/control-group.ts';
import { findControlGroups } from './sandbox/groups/find-control-groups.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import { DiskCache } from './toolchain/disk-cache.ts';
import { PrecompiledHeaders } from './toolchain/precompiled-headers.ts';
import { StartedLanguages } from './toolchain/started-languages.ts';
import { WarmJavac } from './toolchain/warm-javac.ts';
import { Toolchain } from './toolchain/toolchain.ts';

/** Each holds about 85 MB while it waits. */
const MAX_WARM_COMPILERS = 2;
/** The same for boxes of a language whose program waits for its job: 33 MB each for PostgreSQL. */
const MAX_STARTED = 2;
/** How often the runner tells the server that started it that its event loop is alive. */
const HEARTBEAT_MS = 1000;

/** Names the tracers that work. */
const TRACERS_FILE = 'checked-tracers.json';
/** When the runner checks its tracers after its start, so that they delay no first run. */
const CHECK_AFTER_MS = 3000;

/** How often the runner looks for languages that were installed or removed. */
const LOOK_MS = 10_000;

const NO_WEIGHT =
  'The control group controller cpu is not delegated to the runner. Programs only get a nice value, so a ' +
  'program with many processes can slow the server down.';

const report = (error: unknown): void => console.error(error);
const say = (message: object): void => console.log(JSON.stringify(message));

/** The server that started this runner sends the token; its input ends when that server ends. */
async function readTokenFromParent(onParentGone: () => void): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  lines.once('close', onParentGone);
  const [token] = await once(lines, 'line');
  if (typeof token !== 'string' || token === '')
    throw new Error('The first line of standard input must hold the token.');
  return token;
}

async function openSandbox(config: RunnerConfig, languages: InstalledLanguages) {
  const groups = findControlGroups(`vlabs-${process.pid}`);
  if (!groups.hasWeight) report(NO_WEIGHT);
  setTimeZone(config.timeZone);
  const sharedFolder = join(config.dataFolder, 'shared');
  const programs = await buildBoxPrograms(sharedFolder);
  const sandbox = new BubblewrapSandbox({
    programs,
    sharedFolder,
    systemFiles: listSystemFiles,
    groups,
    ready: config.slots + 1,
    environment: programEnvironment,
    onFailure: report,
  });
  await checkSandbox(sandbox);
  const interpreter = languages.find('python')?.interpreter;
  if (interpreter) await sandbox.prepareInterpreter(interpreter);
  return sandbox;
}

function makeToolchain(
  config: RunnerConfig,
  sandbox: Sandbox,
  languages: InstalledLanguages,
): Toolchain {
  const headers = new PrecompiledHeaders({
    sandbox,
    folder: join(config.dataFolder, 'shared', 'headers'),
    folderInBox: join(SHARED_IN_BOX, 'headers'),
    maxBytes: config.headerCacheBytes,
    onFailure: report,
  });
  const cache = new DiskCache(join(config.dataFolder, 'compiled'), config.compileCacheBytes);
  const java = languages.find('java')?.compile;
  const warmJavac = java
    ? new WarmJavac({
        sandbox,
        folder: join(config.dataFolder, 'shared', 'javac'),
        folderInBox: join(SHARED_IN_BOX, 'javac'),
        options: JAVAC_OPTIONS,
        identity: java.identity,
        ready: Math.min(config.slots, MAX_WARM_COMPILERS),
        onFailure: report,
      })
    : null;
  return new Toolchain({ sandbox, cache, headers, warmJavac });
}

async function openOrRefuse(config: RunnerConfig, languages: InstalledLanguages) {
  try {
    const sandbox = await openSandbox(config, languages);
    const toolchain = makeToolchain(config, sandbox, languages);
    const started = new StartedLanguages({
      sandbox,
      sharedFolder: join(config.dataFolder, 'shared'),
      ready: Math.min(config.slots, MAX_STARTED),
      onFailure: report,
    });
    return { sandbox: { sandbox, toolchain, started }, reason: null };
  } catch (error) {
    if (!(error instanceof ConfinementError)) throw error;
    return { sandbox: null, reason: error.message };
  }
}

const config = readRunnerConfig();
// No child process inherits the settings.
for (const name of Object.keys(process.env)) if (name !== 'PATH') delete process.env[name];

let confined: (Confinement & { sandbox: BubblewrapSandbox }) | null = null;
let tracers: TracerChecks | null = null;
let ending = false;

async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  confined?.toolchain.close();
  confined?.started.close();
  await confined?.sandbox.close();
  process.exit(0);
}

/** In the background: programs run meanwhile. */
function checkTracers(): void {
  tracers?.check(languages.recipes).catch(report);
}

const onEnd = (): void => {
  end().catch((error: unknown) => {
    report(error);
    process.exit(1);
  });
};
process.once('SIGTERM', onEnd);
process.once('SIGINT', onEnd);

const token = config.token ?? (await readTokenFromParent(onEnd));
const languages = new InstalledLanguages({
  shared: new SharedFolder(join(config.dataFolder, 'shared'), SHARED_IN_BOX),
  // Boxes that are ready do not show files that were installed after they were started.
  onChange: () => {
    confined?.sandbox.replaceBoxes();
    checkTracers();
  },
  onFailure: report,
});
await languages.look();
const opened = await openOrRefuse(config, languages);
confined = opened.sandbox;
const queue = new RunQueue(config.slots, config.maxWaiting);
watchLoop(
  () => queue.running,
  (text) => console.error(text),
);
tracers =
  confined &&
  new TracerChecks({
    file: join(config.dataFolder, TRACERS_FILE),
    confinement: confined,
    queue,
    onFailure: report,
  });
const server = makeRunnerServer({
  token,
  queue,
  livePlaces: new LivePlaces(config.liveRuns, config.maxWaiting),
  languages,
  tracers,
  ...opened,
  onError: report,
});
setTimeout(checkTracers, CHECK_AFTER_MS).unref();
languages.keepLooking(LOOK_MS);
server.listen(config.port, config.host);
await once(server, 'listening');
const address = server.address();
if (opened.reason !== null) say({ refused: opened.reason });
if (address !== null && typeof address === 'object') say({ port: address.port });
if (config.token === null) setInterval(() => say({ lives: true }), HEARTBEAT_MS);
