import { parentPort, workerData } from 'node:worker_threads';

/** Asks for all memory at once, never ends, stops its process, fails, or says what it was given. */
const lists: unknown[] = [];
if (workerData === 'fill') for (;;) lists.push([]);
if (workerData === 'hang') for (;;) lists.length = 0;
if (workerData === 'stop') process.kill(process.pid, 'SIGSTOP');
if (workerData === 'fail') throw new Error('It failed.');
parentPort?.postMessage({ given: workerData, hasSecrets: process.env['PATH'] !== undefined }, []);
