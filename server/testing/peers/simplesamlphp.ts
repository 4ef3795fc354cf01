import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSelfSigned } from './self-signed.ts';
import { findFreePort, waitUntilOpen } from './start-proxy.ts';

export const PACKAGES = ['simplesamlphp', 'php-cli', 'php-xml', 'php-mbstring'];

interface Account {
  userName: string;
  password: string;
  attributes: Record<string, string>;
}

/** SimpleSAMLphp as a provider with this account, for the service with this metadata. */
export async function startSimpleSamlPhp(account: Account, serviceMetadata: string) {
  const folder = mkdtempSync(join(tmpdir(), 'vlabs-saml-'));
  const port = await findFreePort();
  const base = `http://127.0.0.1:${port}/`;
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = makeSelfSigned(keys, new Date('2049-12-31'));
  const files = {
    'config.php': writeConfig(folder, base),
    'authsources.php': writeAccount(account),
    'saml20-idp-hosted.php': HOSTED,
    'service.xml': serviceMetadata,
    'peer.pem': certificate,
    'peer.key': String(keys.privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, 'sessions'));
  const root = '/usr/share/simplesamlphp/www';
  const child = spawn('/usr/bin/php', ['-S', `127.0.0.1:${port}`, '-t', root], {
    env: { ...process.env, SIMPLESAMLPHP_CONFIG_DIR: folder },
    stdio: 'ignore',
  });
  child.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await waitUntilOpen(child, port);
  return {
    entityId: `${base}saml2/idp/metadata.php`,
    signOnAddress: `${base}saml2/idp/SSOService.php`,
    certificate,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

const writeConfig = (folder: string, base: string) => `<?php
$config = [
  'baseurlpath' => '${base}',
  'certdir' => '${folder}/',
  'metadatadir' => '${folder}/',
  'loggingdir' => '${folder}/',
  'datadir' => '${folder}/',
  'tempdir' => '${folder}/',
  'attributenamemapdir' => '/etc/simplesamlphp/attributemap/',
  'secretsalt' => 'of a drill',
  'technicalcontact_name' => 'A',
  'technicalcontact_email' => 'na@example.org',
  'timezone' => 'UTC',
  'logging.handler' => 'errorlog',
  'enable.saml20-idp' => true,
  'module.enable' => ['exampleauth' => true, 'core' => true, 'saml' => true],
  'session.cookie.secure' => false,
  'session.cookie.samesite' => null,
  'language.cookie.secure' => false,
  'store.type' => 'phpsession',
  'session.phpsession.cookiename' => 'SimpleSAML',
  'session.phpsession.savepath' => '${folder}/sessions',
  'metadata.sources' => [['type' => 'flatfile'], ['type' => 'xml', 'file' => '${folder}/service.xml']],
];
`;

const HOSTED = `<?php
$metadata['__DYNAMIC:1__'] = [
  'host' => '__DEFAULT__',
  'privatekey' => 'peer.key',
  'certificate' => 'peer.pem',
  'auth' => 'people',
  'saml20.sign.response' => true,
  'saml20.sign.assertion' => true,
  'authproc' => [1 => ['class' => 'saml:PersistentNameID', 'attribute' => 'uid']],
];
`;

function writeAccount({ userName, password, attributes }: Account): string {
  const written = Object.entries(attributes).map(([name, value]) => `'${name}' => ['${value}']`);
  return `<?php
$config = ['people' => ['exampleauth:UserPass', '${userName}:${password}' => [${written.join(', ')}]]];
`;
}
