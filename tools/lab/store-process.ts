import { startObjectStore } from '../../server/testing/peers/object-store.ts';

/** The object store as a process of its own, which can be stopped in the middle. */
const [address = '127.0.0.1', port = '9000'] = process.argv.slice(2);
await startObjectStore({ address, port: Number(port) });
