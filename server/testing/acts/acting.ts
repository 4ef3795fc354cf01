import type { AuditAction } from '@vlabs/contract/audit-actions';
import type { Endpoint } from '@vlabs/contract/endpoint';
import type { MadePerson } from './make.ts';
import type { TestServer } from '../test-app.ts';

/** What an admin calls, and what the log says of it. */
export interface Scenario {
  action: AuditAction;
  /** The parameters in the address, a query with them, and the body. */
  prepare: (
    setting: Setting,
    admin: MadePerson,
  ) => Promise<{ params?: Record<string, string>; query?: string; payload?: object }>;
}

/** The server, and the admin who does all that comes before the act that is looked at. */
export interface Setting {
  server: TestServer;
  preparing: MadePerson;
}

/** The host that links name. */
export const HOST = 'lab.example.edu';

/** A call that must succeed, in the name of the preparing admin unless somebody else is named. */
export async function callAs(
  { server, preparing }: Setting,
  method: Endpoint['method'],
  { url, payload, as = preparing }: { url: string; payload?: object; as?: MadePerson },
) {
  const headers = { ...as.headers, host: HOST };
  const reply = await server.app.inject({ method, url, headers, ...(payload && { payload }) });
  if (reply.statusCode >= 300) throw new Error(`${method} ${url}: ${reply.body}`);
  return reply;
}
