import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, realpathSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join, relative } from 'node:path';
import { bringProfile } from './apparmor.mjs';
import { areInstalled } from './installed-packages.mjs';
import { StepFailure, root, runQuietly } from './steps.mjs';

const OLDEST_NODE = 24;
const OLDEST_JAVA = 17;
const WEB_BUILD = join(root, 'web/dist');
const BUILT_FROM = 'built-from.txt';
const WEB_INPUTS = ['web', 'contract', 'package-lock.json'];

const JAVA = 'default-jdk-headless';
/** The required Debian packages, each with a program or file that shows that it is installed. */
const toRun = {
  bubblewrap: 'bwrap',
  gcc: 'gcc',
  'g++': 'g++',
  python3: 'python3',
  mold: 'mold',
  // The time zones of programs; no program, but found from a folder of programs.
  tzdata: '../share/zoneinfo/tzdata.zi',
};
/** What steps through programs in C and C++. Everything else works without it. */
const toTrace = { gdb: 'gdb' };
/** Chromium without a window renders the same and opens each page in a third of the time. */
const toTest = {
  ...toTrace,
  'chromium-headless-shell': 'chromium-headless-shell',
  'poppler-utils': 'pdftotext',
  qpdf: 'qpdf',
  // Optional languages whose packages are small.
  'lua5.4': 'lua5.4',
  nasm: 'nasm',
  sqlite3: 'sqlite3',
};
const toTestFirefox = { ...toRun, 'firefox-esr': 'firefox-esr' };
const toMakeImages = { mmdebstrap: 'mmdebstrap', buildah: 'buildah' };
const toRunLab = {
  ...toRun,
  mmdebstrap: 'mmdebstrap',
  iproute2: 'ip',
  'util-linux': 'unshare',
  faketime: 'faketime',
};
const toBoot = { bubblewrap: 'bwrap', mmdebstrap: 'mmdebstrap', e2fsprogs: 'mke2fs' };

/** The Debian packages that compile, run and confine programs. */
export const packagesOfRunner = [...Object.keys({ ...toRun, ...toTrace }), JAVA];

/** Installs the npm packages that the product needs to run and to build its pages. */
export const bringPackages = () => bringPackagesFor({ tests: false });
/** Installs the packages of the tests as well. */
export const bringPackagesOfTests = () => bringPackagesFor({ tests: true });

/**
 * Installs npm packages according to the lock file. Not `npm ci`: it refuses a lock file without the
 * optional packages of other platforms, and it starts by deleting all packages.
 */
async function bringPackagesFor({ tests }) {
  if (packagesAreThere(tests)) return null;
  // npm removes omitted packages, so the tests' packages stay once they are installed.
  const kept = hasTypescript() ? ofTypescript.map(asLocked) : [];
  const leftOut = tests || hasPackagesOfTests() ? [] : ['--omit=dev', ...kept];
  await installBy(process.execPath, leftOut);
  // npm omits builds that do not fit the Node that runs it. The product's Node is newer and is installed by now.
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE)
    await installBy(findNode(), leftOut);
  await removeUnread();
  return 'installed';
}

/** Files of packages that nothing here reads: headers to build addons with (a third of Node) and source maps. */
async function removeUnread() {
  const packages = join(root, 'node_modules');
  const include = join(packages, `node-linux-${process.arch}/include`);
  await rm(include, { recursive: true, force: true });
  for (const map of findSourceMaps(packages)) await rm(map);
}

function findSourceMaps(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    // Links lead to this project's folders.
    if (entry.isDirectory()) return findSourceMaps(path);
    return entry.isFile() && /\.(?:[cm]?[jt]s|css)\.map$/.test(entry.name) ? [path] : [];
  });
}

/** What TypeScript needs; otherwise only tests do. */
const ofTypescript = [
  `@typescript/typescript-linux-${process.arch}`,
  '@types/node',
  'undici-types',
];

/** Installs what TypeScript needs. */
export async function bringTypescript() {
  if (hasTypescript()) return null;
  await installBy(findNode(), ['--omit=dev', ...ofTypescript.map(asLocked)]);
  return 'installed TypeScript';
}

const hasTypescript = () =>
  ofTypescript.every((name) => existsSync(join(root, 'node_modules', name)));

function asLocked(name) {
  const { version } = readPackages('package-lock.json')[`node_modules/${name}`];
  return `${name}@${version}`;
}

async function installBy(node, leftOut) {
  const [npm, ...before] = npmCommand().map((word) => (word === process.execPath ? node : word));
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
  const options = ['--no-save', '--ignore-scripts', ...leftOut, ...quietly];
  const env = { ...process.env, PATH: [dirname(node), process.env.PATH ?? ''].join(delimiter) };
  const { code, output } = await runQuietly(npm, [...before, 'install', ...options], { env });
  if (code === 0) return;
  throw new StepFailure(
    `${tail(output)}\nnpm could not install the packages: see its message above.`,
  );
}

const packagesAreThere = (tests) =>
  areInstalled({
    locked: readPackages('package-lock.json'),
    installed: readInstalled(),
    tests,
    isThere: (path) => existsSync(join(root, path)),
  });

const hasPackagesOfTests = () => Object.values(readInstalled()).some(({ dev }) => dev);

const readInstalled = () => readPackages('node_modules/.package-lock.json');

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return {};
  }
}

/** The npm that runs this script, otherwise the one next to this Node or on the path. */
export function npmCommand() {
  const running = process.env.npm_execpath;
  if (running?.endsWith('npm-cli.js')) return [process.execPath, running];
  const beside = join(dirname(process.execPath), 'npm');
  return [existsSync(beside) ? beside : 'npm'];
}

/** The Node that runs the product: the one that npm installed, otherwise this one if it is new enough. */
export function findNode() {
  const brought = join(root, `node_modules/node-linux-${process.arch}/bin/node`);
  if (existsSync(brought)) return brought;
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) return process.execPath;
  throw new StepFailure(
    `The packages include no Node ${OLDEST_NODE} for ${process.platform}-${process.arch}. Install Node ${OLDEST_NODE} and start again.`,
  );
}

/** The Debian packages that the product needs, and bubblewrap's profile if AppArmor requires one. */
export async function bringSystemPackages() {
  const packages = await bringDebianPackages(missingPackages(toRun));
  const tracers = await bringTracers();
  const profile = await bringProfile(runAsRoot);
  const done = [packages, tracers, profile].filter((word) => word !== null);
  return done.length > 0 ? done.join('; ') : null;
}

/** Where they cannot be installed, C and C++ cannot be stepped through. */
async function bringTracers() {
  const missing = missingOf(toTrace);
  if (missing.length === 0) return null;
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', ...missing];
  const { code } = await runAsRoot(install);
  return code === 0 ? `installed ${missing.join(', ')}` : null;
}

/** Never rejects: a missing program counts as failed. */
async function runAsRoot(command) {
  const asRoot = await findWayToRoot();
  if (asRoot === null) return { code: 1, output: '' };
  const [program, ...words] = [...asRoot, ...command];
  return runQuietly(program, words).catch((error) => ({ code: 127, output: error.message }));
}

export const bringTestPackages = () =>
  bringDebianPackages(missingPackages({ ...toRun, ...toTest }));

export const bringFirefox = () => bringDebianPackages(missingPackages(toTestFirefox));

export const bringImagePackages = () => bringDebianPackages(missingOf(toMakeImages));

export const bringLabPackages = () => bringDebianPackages(missingPackages(toRunLab));

export const bringMachinePackages = () => bringDebianPackages(missingOf(toBoot));

function missingPackages(needed) {
  const missing = missingOf(needed);
  return isJavaNewEnough() ? missing : [...missing, JAVA];
}

function missingOf(needed) {
  return Object.keys(needed).filter((name) => findProgram(needed[name]) === null);
}

function findProgram(name) {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/bin',
    '/usr/local/bin',
    '/usr/sbin',
  ];
  const found = folders.find((folder) => folder !== '' && existsSync(join(folder, name)));
  return found === undefined ? null : join(found, name);
}

/** Reads the version from the JDK's release file, because starting Java takes a tenth of a second. */
function isJavaNewEnough() {
  const compiler = findProgram('javac');
  if (compiler === null) return false;
  try {
    const release = readFileSync(join(dirname(realpathSync(compiler)), '../release'), 'utf8');
    return Number(/^JAVA_VERSION="(\d+)/m.exec(release)?.[1]) >= OLDEST_JAVA;
  } catch {
    return false;
  }
}

/** Installs Debian packages; null if there is none to install. Throws a StepFailure that says what to do. */
export async function bringDebianPackages(missing) {
  if (missing.length === 0) return null;
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', ...missing];
  const asRoot = await findWayToRoot();
  if (asRoot === null || findProgram('apt-get') === null) {
    throw new StepFailure(
      `These system packages are missing: ${missing.join(', ')}. Install them, then start again:\n  sudo apt-get update && sudo ${install.join(' ')}`,
    );
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const command of [['apt-get', 'update'], install]) {
    const [program, ...rest] = [...asRoot, ...command];
    const { code, output } = await runQuietly(program, rest, { env });
    // Old package lists often suffice, so only the installation itself decides.
    if (code !== 0 && command === install) {
      throw new StepFailure(
        `${tail(output)}\nThe system packages ${missing.join(', ')} could not be installed: see the message of apt-get above.`,
      );
    }
  }
  return `installed ${missing.join(', ')}`;
}

/** The prefix of commands that run as root; null if this user cannot become root. */
async function findWayToRoot() {
  if (process.geteuid() === 0) return [];
  if (findProgram('sudo') === null) return null;
  const { code } = await runQuietly('sudo', ['-n', 'true']);
  return code === 0 ? ['sudo', '-n', '--preserve-env=DEBIAN_FRONTEND'] : null;
}

/** Builds the web pages if any of their sources has changed. */
export async function buildWeb() {
  const inputs = digestOf(WEB_INPUTS);
  if (readText(join(WEB_BUILD, BUILT_FROM)) === inputs) return null;
  const unfinished = `${WEB_BUILD}-unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const { code, output } = await runQuietly(findNode(), buildArguments(unfinished));
  if (code !== 0) throw new StepFailure(`${tail(output)}\nThe web build failed: see above.`);
  await writeFile(join(unfinished, BUILT_FROM), inputs);
  // Renamed when complete, so no start serves half a build.
  await rm(WEB_BUILD, { recursive: true, force: true });
  await rename(unfinished, WEB_BUILD);
  return 'built';
}

function buildArguments(folder) {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const outDir = relative(join(root, 'web'), folder);
  return [vite, 'build', '--config', 'web/vite.config.ts', '--outDir', outDir, '--emptyOutDir'];
}

function digestOf(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => listFiles(join(root, path)))) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function listFiles(path) {
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch {
    return [path];
  }
  return entries
    .filter(({ name }) => name !== 'node_modules' && !/^dist(-unfinished)?$/.test(name))
    .filter(({ name }) => !/\.(?:test|setup)\.tsx?$/.test(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const found = join(path, entry.name);
      return entry.isDirectory() ? listFiles(found) : [found];
    });
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function tail(output) {
  return output.trim().split('\n').slice(-25).join('\n');
}
