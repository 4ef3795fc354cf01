import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const MEMORY = '5G';
/** The user that lab/machine/set-up.sh creates. */
const ORDINARY_USER = '1000';

/**
 * Boots the machine with User-mode Linux, which needs no privileges. Resolves when it has shut down or was ended by
 * the signal. It writes only to an overlay over its image and has no network.
 */
export async function bootMachine({ tree, image }, boot) {
  const kernel = [
    `mem=${MEMORY}`,
    'seccomp=on',
    'noreboot',
    'ubd0=/shared/layer,/mnt/image',
    'root=/dev/ubda',
    'rw',
    'con=null',
    'con0=null,fd:1',
    'sysctl.kernel.io_uring_disabled=2',
  ];
  // The user who starts it is the ordinary user inside, and owns all files of this project there too.
  const confined = `
    --unshare-user --uid ${ORDINARY_USER} --gid ${ORDINARY_USER}
    --unshare-pid --unshare-net --unshare-ipc --die-with-parent --new-session
    --ro-bind ${tree} / --proc /proc --dev /dev --tmpfs /dev/shm --tmpfs /tmp --tmpfs /root
    --setenv TMPDIR /dev/shm --setenv HOME /root
    --ro-bind ${dirname(image)} /mnt --ro-bind ${boot.project} /project --bind ${boot.shared} /shared`;
  const child = spawn('bwrap', [...confined.trim().split(/\s+/), '/usr/bin/linux.uml', ...kernel], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // Killing bubblewrap ends everything in it.
  boot.signal.addEventListener('abort', () => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  await Promise.all([
    ended,
    pipeline(child.stdout, createWriteStream(join(boot.shared, 'console'))),
  ]);
}
