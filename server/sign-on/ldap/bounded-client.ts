import { type Socket, connect, isIP } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { Client as Directory } from 'ldapts';

/** An entry of a person is far shorter, because only named attributes are asked for. */
const MAX_BYTES = 60_000;
const PORTS: Record<string, string> = { 'ldap:': '389', 'ldaps:': '636' };
const OWN_HOSTS = ['localhost', '127.0.0.1', '::1'];

interface Place {
  /** ldaps://, or ldap://, where the connection is encrypted first unless the directory is on this machine. */
  address: string;
  /** PEM of the authorities to trust; empty for those of the system. */
  authorities: string;
}

/** Connects to a directory. The connection ends at the deadline, and when the directory sends too much. */
export async function connectTo(
  { address, authorities }: Place,
  deadline: AbortSignal,
): Promise<Directory> {
  const { protocol, hostname, port } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  const place = { host, port: Number(port === '' ? PORTS[protocol] : port) };
  const trusted = authorities === '' ? {} : { ca: authorities };
  const security = { ...trusted, ...(isIP(host) === 0 ? { servername: host } : {}) };
  let plain: Socket | undefined;
  const client = new Directory({
    url: address,
    createConnection: () => {
      plain = bound(connect(place), deadline);
      return plain;
    },
    createSecureConnection: () =>
      bound(
        connectSecurely({ ...place, ...security, ...(plain ? { socket: plain } : {}) }),
        deadline,
      ),
  });
  if (protocol === 'ldap:' && !OWN_HOSTS.includes(host)) await client.startTLS();
  return client;
}

function bound<Connection extends Socket>(
  connection: Connection,
  deadline: AbortSignal,
): Connection {
  const end = () => connection.destroy(new Error('The directory did not answer in time.'));
  deadline.addEventListener('abort', end, { once: true });
  connection.once('close', () => deadline.removeEventListener('abort', end));
  let length = 0;
  connection.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > MAX_BYTES) connection.destroy(new Error('The directory sends too much.'));
  });
  return connection;
}
