import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, waitUntilOpen } from './start-proxy.ts';

export const LEMONLDAP_PACKAGES = [
  'liblemonldap-ng-portal-perl',
  'lemonldap-ng-fastcgi-server',
  'libplack-perl',
  'libio-string-perl',
  'libgd-securityimage-perl',
  'libimage-magick-perl',
  'libstring-random-perl',
  'libconvert-base32-perl',
];
/** Of its demonstration accounts, whose passwords are their names. */
export const LEMONLDAP_PERSON = 'dwho';
const SECRET = 'a secret of the client that is long enough';

/** LemonLDAP::NG as a provider with one client, `v-labs`. */
export async function startLemonldap(callbackAddress: string) {
  const folder = mkdtempSync(join(tmpdir(), 'vlabs-lemonldap-'));
  const port = await findFreePort();
  const issuer = `http://127.0.0.1:${port}/`;
  for (const name of ['conf', 'cache', 'sessions', 'psessions', 'notifications']) {
    mkdirSync(join(folder, name));
  }
  const settings = settingsIn(folder, { issuer, callbackAddress });
  writeFileSync(join(folder, 'conf/lmConf-1.json'), JSON.stringify(settings));
  writeFileSync(join(folder, 'lemonldap-ng.ini'), initialSettingsIn(folder));
  writeFileSync(
    join(folder, 'portal.psgi'),
    'use Lemonldap::NG::Portal; Lemonldap::NG::Portal->run({});\n',
  );
  const own = ['--host', '127.0.0.1', '--port', String(port), join(folder, 'portal.psgi')];
  const child = spawn('plackup', ['--env', 'deployment', ...own], {
    env: { ...process.env, LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini') },
    stdio: 'ignore',
  });
  child.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await waitUntilOpen(child, port);
  return {
    issuer,
    clientSecret: SECRET,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

const initialSettingsIn = (folder: string) => `[all]
logLevel = error
[configuration]
type = File
dirName = ${folder}/conf
localStorage = Cache::FileCache
localStorageOptions = {'namespace' => 'config', 'cache_root' => '${folder}/cache'}
[portal]
staticPrefix = /static
templateDir = /usr/share/lemonldap-ng/portal/templates
languages = en
`;

function settingsIn(
  folder: string,
  { issuer, callbackAddress }: { issuer: string; callbackAddress: string },
): object {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const sessionsIn = (name: string) => ({
    Directory: join(folder, name),
    LockDirectory: join(folder, name),
    generateModule: 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
  });
  return {
    cfgNum: 1,
    cfgVersion: '2.16.1',
    cfgDate: '1',
    locationRules: { '127.0.0.1': { default: 'accept' } },
    exportedHeaders: {},
    macros: {},
    groups: {},
    exportedVars: {},
    portal: issuer,
    domain: '127.0.0.1',
    cookieName: 'lemonldap',
    securedCookie: 0,
    authentication: 'Demo',
    userDB: 'Same',
    passwordDB: 'Demo',
    demoExportedVars: { cn: 'cn', mail: 'mail', uid: 'uid' },
    whatToTrace: 'uid',
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: sessionsIn('sessions'),
    persistentStorage: 'Apache::Session::File',
    persistentStorageOptions: sessionsIn('psessions'),
    localSessionStorage: 'Cache::FileCache',
    localSessionStorageOptions: { namespace: 'sessions', cache_root: join(folder, 'cache') },
    issuerDBOpenIDConnectActivation: 1,
    oidcServiceMetaDataIssuer: issuer,
    oidcServiceAllowAuthorizationCodeFlow: 1,
    oidcServicePrivateKeySig: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    oidcServicePublicKeySig: publicKey.export({ type: 'spki', format: 'pem' }),
    oidcServiceKeyIdSig: 'one',
    oidcServiceIgnoreScopeForClaims: 1,
    oidcRPMetaDataOptions: {
      'v-labs': {
        oidcRPMetaDataOptionsClientID: 'v-labs',
        oidcRPMetaDataOptionsClientSecret: SECRET,
        oidcRPMetaDataOptionsRedirectUris: callbackAddress,
        oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
        oidcRPMetaDataOptionsBypassConsent: 1,
        oidcRPMetaDataOptionsUserIDAttr: 'uid',
      },
    },
    oidcRPMetaDataExportedVars: { 'v-labs': { email: 'mail', name: 'cn', roll_number: 'uid' } },
  };
}
