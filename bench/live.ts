import { LANGUAGE_C } from '@vlabs/contract/runs/languages';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { LIVE_RUNS_PATH } from '@vlabs/contract/runs/live-runs';
import { listTree } from '../runner/testing/count-leftovers.ts';
import { type Product, registerStudent, startProduct } from './product.ts';
import { printTable, quantile } from '../server/testing/print-table.ts';

const GIGABYTE = 1024 ** 3;
const LOOK_EVERY_MS = 100;
const SETTLING_MS = 3000;
/** The permitted growth of the server while a gigabyte passes through it. */
const MAX_GROWTH_MB = 150;

/** In raw mode, so that the kernel's work per character does not use up the CPU time before the gigabyte. */
const FLOOD = `#include <string.h>
#include <termios.h>
#include <unistd.h>
int main(void) {
  struct termios modes;
  tcgetattr(1, &modes);
  cfmakeraw(&modes);
  tcsetattr(1, TCSANOW, &modes);
  static char text[1 << 16];
  memset(text, 'x', sizeof text);
  for (int time = 0; time < 16384; time++)
    for (size_t done = 0; done < sizeof text;) done += (size_t)write(1, text + done, sizeof text - done);
}
`;

/** The memory of server and runner before, during and after a program in a terminal prints 1 GB. */
export async function benchLive(): Promise<void> {
  const product = await startProduct();
  const { pid } = product;
  const runner = listTree(pid).find(isRunner);
  if (runner === undefined) throw new Error('The server has no local runner.');
  try {
    const token = await registerStudent(product);
    const look = () => [residentMb(pid), residentMb(runner)] as const;
    const [before, beforeOfRunner] = look();
    const seen: (readonly [number, number])[] = [];
    const timer = setInterval(() => seen.push(look()), LOOK_EVERY_MS);
    const began = performance.now();
    // On a slow machine one program uses up its CPU time before the gigabyte; then another continues.
    let bytes = 0;
    while (bytes < GIGABYTE) bytes += await runFlood(product, token);
    clearInterval(timer);
    const seconds = (performance.now() - began) / 1000;
    await pause(SETTLING_MS);
    const [after, afterOfRunner] = look();
    const of = (index: 0 | 1) => seen.map((pair) => pair[index]);
    console.log(`${(bytes / GIGABYTE).toFixed(2)} GB in ${seconds.toFixed(1)} s; resident MB`);
    printTable(
      ['process', 'before', 'median during', 'most during', 'after'],
      [
        ['server', ...[before, ...figures(of(0)), after].map((mb) => mb.toFixed(0))],
        [
          'runner',
          ...[beforeOfRunner, ...figures(of(1)), afterOfRunner].map((mb) => mb.toFixed(0)),
        ],
      ],
    );
    const isFlat = Math.max(...of(0)) - before < MAX_GROWTH_MB;
    if (!isFlat) process.exitCode = 1;
  } finally {
    await product.stop();
  }
}

const isRunner = (pid: number): boolean =>
  readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('runner/main.ts');

const figures = (values: number[]) => [quantile(values, 0.5), Math.max(...values)];

function residentMb(pid: number): number {
  const found = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(found?.[1]) / 1024;
}

/** Acknowledges everything immediately, like the fastest possible page. Returns the number of bytes. */
async function runFlood({ url }: Product, token: string): Promise<number> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${LIVE_RUNS_PATH}`);
  socket.binaryType = 'arraybuffer';
  const say = (message: object) => socket.send(JSON.stringify(message));
  let bytes = 0;
  socket.addEventListener('open', () =>
    say({
      message: 'start',
      token,
      languageId: LANGUAGE_C,
      source: FLOOD,
      window: { columns: 80, rows: 24 },
    }),
  );
  socket.addEventListener('message', ({ data }) => {
    if (!(data instanceof ArrayBuffer)) return;
    bytes += data.byteLength;
    say({ message: 'shown', bytes: data.byteLength });
  });
  await once(socket, 'close');
  return bytes;
}
