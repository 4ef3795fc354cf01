import { startObjectStore } from '../../server/testing/peers/object-store.ts';

/** Runs the object store as a separate process, which can be suspended. */
const [address = '127.0.0.1', port = '9000'] = process.argv.slice(2);
await startObjectStore({ address, port: Number(port) });
