import { parentPort, workerData } from 'node:worker_threads';

/** Asks for all memory at once, never ends, fails, or says what it was given. */
const lists: unknown[] = [];
if (workerData === 'fill') for (;;) lists.push([]);
if (workerData === 'hang') for (;;) lists.length = 0;
if (workerData === 'fail') throw new Error('It failed.');
parentPort?.postMessage({ given: workerData, hasSecrets: process.env['PATH'] !== undefined }, []);
