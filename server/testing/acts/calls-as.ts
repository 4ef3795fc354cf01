import type { TestServer } from '../test-app.ts';
import type { MadePerson } from './make.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Calls of our own API as a person. The server may be made later. */
export const callsAs =
  (server: () => TestServer) =>
  async (as: MadePerson, method: Method, path: string, payload?: object) => {
    const { headers } = as;
    const url = `/api/v1${path}`;
    const reply = await server().app.inject({
      method,
      url,
      headers,
      ...(payload && { payload }),
    });
    return { status: reply.statusCode, body: reply.json() };
  };
