import type { FastifyInstance } from 'fastify';
import { PublicError } from '../errors.ts';

/**
 * Caches the client's address for the duration of the connection, and refuses a call whose client
 * disconnected before the address was known. Register before anything that reads the address.
 */
export function rememberCallers(app: FastifyInstance): void {
  app.server.on('connection', (socket) => {
    // After a reset the address can't be read any more, unless the socket has cached it.
    void socket.remoteAddress;
  });
  app.addHook('onRequest', async (request) => {
    if (request.socket.remoteAddress !== undefined) return;
    throw callerGone();
  });
}

/** Ends the processing; nobody receives it. */
export const callerGone = () =>
  new PublicError(
    400,
    'caller_gone',
    'The connection ended before the call was read. Send it again.',
  );
