import { parentPort, workerData } from 'node:worker_threads';

/**
 * By its order: allocates endlessly, never ends, stops its process, fails, or returns its order.
 */
const lists: unknown[] = [];
if (workerData === 'fill') for (;;) lists.push([]);
if (workerData === 'hang') for (;;) lists.length = 0;
if (workerData === 'stop') process.kill(process.pid, 'SIGSTOP');
if (workerData === 'fail') throw new Error('It failed.');
parentPort?.postMessage({ given: workerData, hasSecrets: process.env['PATH'] !== undefined }, []);
