import type { FastifyInstance } from 'fastify';
import { PublicError } from '../errors.ts';

/**
 * Keeps where a caller is for as long as the connection is worked on, and refuses a call whose
 * caller was gone before that could be known. Registered before anything that asks for an address.
 */
export function rememberCallers(app: FastifyInstance): void {
  app.server.on('connection', (socket) => {
    // The system forgets the other end of a connection that was reset; a socket asked once does not.
    void socket.remoteAddress;
  });
  app.addHook('onRequest', async (request) => {
    if (request.socket.remoteAddress !== undefined) return;
    throw callerGone();
  });
}

/** Nobody is there to read it; it ends the work. */
export const callerGone = () =>
  new PublicError(
    400,
    'caller_gone',
    'The connection ended before the call was read. Send it again.',
  );
