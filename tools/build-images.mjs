// Builds the images of server and runner from Debian's packages and this commit. Plain Node 18, like start.mjs.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDebian } from '../lab/machine/make-debian.mjs';
import { run } from '../lab/machine/run.mjs';
import { bringImagePackages, packagesOfRunner } from './prepare.mjs';
import { StepFailure, root, runCommand, step } from './steps.mjs';

const RELEASE = 'trixie';
/** Reaps orphaned processes, which is the task of a container's first process. */
const FIRST_PROCESS = 'catatonit';
const PACKAGES_OF_SERVER = ['ca-certificates', FIRST_PROCESS];
/** A fixed user id, which no other user of the machine has; Kubernetes requires a number. */
const USER_OF_SERVER = '10001';

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

const images = [
  {
    name: 'v-labs-server',
    packages: PACKAGES_OF_SERVER,
    command: 'server/main.ts',
    user: USER_OF_SERVER,
    port: 3000,
    environment: ['HOST=0.0.0.0', 'PORT=3000', 'VLABS_DATA=/data'],
  },
  {
    name: 'v-labs-runner',
    packages: [...PACKAGES_OF_SERVER, ...packagesOfRunner, 'libc6-dev'],
    command: 'runner/main.ts',
    // It makes control groups and namespaces, and runs programs as separate users.
    user: '0',
    port: 3100,
    environment: [
      'VLABS_RUNNER_HOST=0.0.0.0',
      'VLABS_RUNNER_PORT=3100',
      'VLABS_RUNNER_DATA=/data/runner',
    ],
  },
];

async function buildImages() {
  if (process.geteuid() !== 0) {
    throw new StepFailure('Run this as root: images contain system files.');
  }
  await step('System packages', bringImagePackages);
  const commit = (await run('git', ['-C', root, 'rev-parse', '--short=12', 'HEAD'])).trim();
  const folder = await mkdtemp(join(tmpdir(), 'vlabs-images-'));
  try {
    const product = join(folder, 'product');
    await step('Product', () => bringProduct(product));
    for (const image of images) {
      await step(image.name, () => buildImage(image, { product, commit }));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return 0;
}

/** The committed files, the runtime packages and the built pages. */
async function bringProduct(product) {
  await mkdir(product);
  const archive = `${product}.tar`;
  await run('git', ['-C', root, 'archive', '--output', archive, 'HEAD']);
  await run('tar', ['-xf', archive, '-C', product]);
  const prepare = join(product, 'tools/prepare.mjs');
  const words = `const { bringPackages, buildWeb } = await import(${JSON.stringify(prepare)}); await bringPackages(); await buildWeb();`;
  await run(process.execPath, ['--input-type=module', '--eval', words]);
  return 'brought';
}

async function buildImage(image, { product, commit }) {
  const container = (await run('buildah', ['from', 'scratch'])).trim();
  try {
    const tree = (await run('buildah', ['mount', container])).trim();
    await makeDebian(tree, { release: RELEASE, packages: image.packages.join(' ') });
    await run('cp', ['-a', product, join(tree, 'v-labs')]);
    await run('install', ['-d', '-o', image.user, '-g', image.user, join(tree, 'data')]);
    await run('buildah', ['umount', container]);
    await run('buildah', ['config', ...configOf(image), container]);
    const tags = [commit, 'latest'].map((tag) => `localhost/${image.name}:${tag}`);
    await run('buildah', ['commit', '--quiet', container, tags[0]]);
    await run('buildah', ['tag', ...tags]);
    return tags[0];
  } finally {
    await run('buildah', ['rm', container]);
  }
}

function configOf({ command, user, port, environment }) {
  const node = `/v-labs/node_modules/node-linux-${process.arch}/bin/node`;
  const entry = [`/usr/bin/${FIRST_PROCESS}`, '--', node, command];
  return [
    // Some engines set no PATH if an image has none, and compilers need it to find their parts.
    ...[`PATH=${PATH}`, ...environment].map((setting) => `--env=${setting}`),
    `--entrypoint=${JSON.stringify(entry)}`,
    '--workingdir=/v-labs',
    `--user=${user}:${user}`,
    `--port=${port}`,
    '--volume=/data',
  ];
}

await runCommand(buildImages);
