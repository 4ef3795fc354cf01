import type { MadePerson } from '../../testing/acts/make.ts';
import { SoftwareAuthenticator } from '../../testing/peers/software-authenticator.ts';
import type { TestServer } from '../../testing/test-app.ts';

export const ORIGIN = 'https://lab.example.edu';
export const PUBLIC = { VLABS_PUBLIC_URL: ORIGIN };

export function post(
  { app }: Pick<TestServer, 'app'>,
  url: string,
  { as, ...payload }: Record<string, unknown> & { as?: MadePerson } = {},
) {
  return app.inject({
    method: 'POST',
    url: `/api/v1/auth/${url}`,
    payload,
    ...(as && { headers: as.headers }),
  });
}

/** Where the server wants a signature. */
export async function ask(server: Pick<TestServer, 'app'>, url = 'passkey-challenges', body = {}) {
  const reply = await post(server, url, body);
  if (reply.statusCode !== 200) throw new Error(reply.body);
  const { challenge, rpId } = reply.json().data;
  return { challenge, rpId, origin: ORIGIN };
}

/** Adds a passkey of the person, on an authenticator of its own. */
export async function addPasskey(
  server: Pick<TestServer, 'app'>,
  as: MadePerson,
): Promise<SoftwareAuthenticator> {
  const own = new SoftwareAuthenticator();
  const proof = { currentPassword: as.password };
  const where = await ask(server, 'passkeys/new', { as, proof });
  const added = await post(server, 'passkeys', {
    as,
    name: 'My phone',
    passkey: own.create(where),
  });
  if (added.statusCode !== 201) throw new Error(added.body);
  return own;
}
