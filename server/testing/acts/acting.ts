import type { AuditAction } from '@vlabs/contract/http/audit-actions';
import type { Endpoint } from '@vlabs/contract/http/endpoint';
import type { MadePerson } from './make.ts';
import type { TestServer } from '../test-app.ts';

/** An admin's call and the expected line of the audit log. */
export interface Scenario {
  action: AuditAction;
  /** Path and query parameters, and the body. */
  prepare: (
    setting: Setting,
    admin: MadePerson,
  ) => Promise<{ params?: Record<string, string>; query?: string; payload?: object }>;
}

/** The server, and the admin who prepares the act under test. */
export interface Setting {
  server: TestServer;
  preparing: MadePerson;
}

/** The host name in links. */
export const HOST = 'lab.example.edu';

/** Makes a call that must succeed, as the preparing admin unless another person is given. */
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
