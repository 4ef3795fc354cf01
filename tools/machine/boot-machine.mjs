import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const MEMORY = '5G';
/** As tools/machine/set-up.sh has made him. */
const ORDINARY_USER = '1000';

/**
 * Boots the machine by User-mode Linux, which needs no right of this machine's, and resolves when it has
 * switched itself off, or was ended by the signal. It changes a layer over its image and nothing else; it sees no network.
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
  // Who starts it is the ordinary user inside, to whom all files of this project belong there too.
  const confined = `
    --unshare-user --uid ${ORDINARY_USER} --gid ${ORDINARY_USER}
    --unshare-pid --unshare-net --unshare-ipc --die-with-parent --new-session
    --ro-bind ${tree} / --proc /proc --dev /dev --tmpfs /dev/shm --tmpfs /tmp --tmpfs /root
    --setenv TMPDIR /dev/shm --setenv HOME /root
    --ro-bind ${dirname(image)} /mnt --ro-bind ${boot.project} /project --bind ${boot.shared} /shared`;
  const child = spawn('bwrap', [...confined.trim().split(/\s+/), '/usr/bin/linux.uml', ...kernel], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // It says nothing more to bubblewrap, which takes all with it.
  boot.signal.addEventListener('abort', () => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  await Promise.all([
    ended,
    pipeline(child.stdout, createWriteStream(join(boot.shared, 'console'))),
  ]);
}
