import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, waitUntilOpen } from './start-proxy.ts';

export const READER = { name: 'cn=reader,dc=example,dc=edu', password: 'reads everything' };
export const PEOPLE = 'ou=people,dc=example,dc=edu';

interface DirectoryPerson {
  uid: string;
  password: string;
  rollNumber: string;
  mail?: string;
}

/** OpenLDAP's server with these people. It answers encrypted connections, and plain ones that it can encrypt. */
export async function startSlapd(people: DirectoryPerson[]) {
  const folder = mkdtempSync(join(tmpdir(), 'vlabs-slapd-'));
  const inFolder = (name: string) => join(folder, name);
  mkdirSync(inFolder('data'));
  makeCertificate(inFolder);
  writeFileSync(inFolder('slapd.conf'), configurationIn(folder));
  writeFileSync(inFolder('people.ldif'), entriesOf(people));
  execFileSync('/usr/sbin/slapadd', ['-f', inFolder('slapd.conf'), '-l', inFolder('people.ldif')]);
  const [port, plainPort] = [await findFreePort(), await findFreePort()];
  // Each loopback address is this machine, but a product trusts only the first without encryption.
  const addresses = `ldaps://127.0.0.1:${port} ldap://127.0.0.2:${plainPort}`;
  const child = spawn(
    '/usr/sbin/slapd',
    ['-d', '0', '-h', addresses, '-f', inFolder('slapd.conf')],
    { stdio: 'ignore' },
  );
  child.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await waitUntilOpen(child, port);
  return {
    address: `ldaps://127.0.0.1:${port}`,
    plainAddress: `ldap://127.0.0.2:${plainPort}`,
    certificate: readFileSync(inFolder('certificate.pem'), 'utf8'),
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

function makeCertificate(inFolder: (name: string) => string): void {
  const names = 'subjectAltName=IP:127.0.0.1,IP:127.0.0.2';
  execFileSync(
    'openssl',
    [
      'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 -subj /CN=directory'.split(
        ' ',
      ),
      ['-addext', names, '-keyout', inFolder('key.pem'), '-out', inFolder('certificate.pem')],
    ].flat(),
    { stdio: 'ignore' },
  );
}

const configurationIn = (folder: string) => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${folder}/pid
TLSCertificateFile ${folder}/certificate.pem
TLSCertificateKeyFile ${folder}/key.pem
database mdb
suffix "dc=example,dc=edu"
rootdn "cn=root,dc=example,dc=edu"
directory ${folder}/data
access to attrs=userPassword by anonymous auth by * none
access to * by dn.base="${READER.name}" read by * none
`;

const entriesOf = (people: DirectoryPerson[]) => `
dn: dc=example,dc=edu
objectClass: domain
dc: example

dn: ${READER.name}
objectClass: person
cn: reader
sn: reader
userPassword: ${READER.password}

dn: ${PEOPLE}
objectClass: organizationalUnit
ou: people
${people.map(entryOf).join('')}`;

const entryOf = ({ uid, password, rollNumber, mail }: DirectoryPerson, index: number) => `
dn: cn=person ${index},${PEOPLE}
objectClass: inetOrgPerson
cn: person ${index}
displayName: Person ${index}
sn: person
uid: ${uid}
employeeNumber: ${rollNumber}
userPassword:: ${Buffer.from(password).toString('base64')}
${mail === undefined ? '' : `mail: ${mail}\n`}`;
