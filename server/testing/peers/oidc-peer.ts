import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** What the peer does otherwise than a well-behaved provider. */
export interface Misbehaviour {
  /** Replaces claims of the ID token; undefined leaves one out. */
  claims?: Json;
  /** Of the header of the ID token. */
  header?: Json;
  /** Signs with a key that is not published. */
  hasOtherKey?: boolean;
  /** Sends no signature at all. */
  isUnsigned?: boolean;
  /** Handles a call of this path instead. */
  replies?: Record<string, (response: ServerResponse) => void>;
}

const KID = 'one';
const clientSecret = 'a secret of the client';

interface Given {
  nonce: string;
  challenge: string;
  person: Json;
}

const makeKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/** A small OpenID Connect provider that can misbehave in each way that a client must notice. */
export async function startOidcPeer(): Promise<OidcPeer> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = z.object({ port: z.int() }).parse(server.address());
  const peer = new OidcPeer(`http://127.0.0.1:${port}`, server);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    peer.answer(request, response).catch(() => response.destroy());
  });
  return peer;
}

export class OidcPeer {
  readonly issuer: string;
  readonly clientSecret: string = clientSecret;
  /** Paths that were called. */
  readonly calls: string[] = [];
  /** `person` is who signs in at the page of the peer. */
  readonly behaviour: { wrong: Misbehaviour; person: Json } = { wrong: {}, person: {} };
  readonly server: Server;
  readonly own = makeKeys();
  readonly other = makeKeys();
  readonly codes = new Map<string, Given>();

  constructor(issuer: string, server: Server) {
    this.issuer = issuer;
    this.server = server;
  }

  /** What the provider's own page does once the person has signed in there: returns the reply. */
  signIn(address: string, person: Json): { state: string; query: string } {
    const { searchParams: asked } = new URL(address);
    const state = asked.get('state') ?? '';
    const code = randomUUID();
    const [nonce, challenge] = [asked.get('nonce') ?? '', asked.get('code_challenge') ?? ''];
    this.codes.set(code, { nonce, challenge, person });
    return { state, query: new URLSearchParams({ code, state, iss: this.issuer }).toString() };
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.issuer);
    this.calls.push(pathname);
    const instead = this.behaviour.wrong.replies?.[pathname];
    if (instead) return instead(response);
    if (pathname === '/.well-known/openid-configuration') {
      return send(response, description(this.issuer));
    }
    if (pathname === '/jwks') {
      const key = this.own.publicKey.export({ format: 'jwk' });
      return send(response, { keys: [{ ...key, kid: KID, alg: 'RS256', use: 'sig' }] });
    }
    if (pathname === '/authorize') return this.sendBack(request.url ?? '', response);
    if (pathname === '/token') return this.giveToken(response, await text(request));
    return send(response, {}, 404);
  }

  sendBack(url: string, response: ServerResponse): void {
    const asked = new URL(url, this.issuer);
    const back = asked.searchParams.get('redirect_uri') ?? '';
    const { query } = this.signIn(asked.href, this.behaviour.person);
    response.writeHead(302, { location: `${back}?${query}` }).end();
  }

  giveToken(response: ServerResponse, body: string): void {
    const form = new URLSearchParams(body);
    const code = form.get('code') ?? '';
    const given = this.codes.get(code);
    // A code works once.
    this.codes.delete(code);
    const challenge = createHash('sha256').update(form.get('code_verifier') ?? '');
    const isRight = given?.challenge === challenge.digest('base64url');
    if (!given || !isRight || form.get('client_secret') !== clientSecret) {
      return send(response, { error: 'invalid_grant' }, 400);
    }
    const now = Math.floor(Date.now() / 1000);
    const { nonce, person } = given;
    const claims = { iss: this.issuer, aud: 'v-labs', iat: now, exp: now + 300, nonce, ...person };
    const idToken = this.makeIdToken({ ...claims, ...this.behaviour.wrong.claims });
    return send(response, { access_token: randomUUID(), token_type: 'Bearer', id_token: idToken });
  }

  makeIdToken(claims: Json): string {
    const { header, hasOtherKey, isUnsigned } = this.behaviour.wrong;
    const signed = `${encode({ alg: 'RS256', kid: KID, typ: 'JWT', ...header })}.${encode(claims)}`;
    if (isUnsigned === true) return `${signed}.`;
    const { privateKey } = hasOtherKey === true ? this.other : this.own;
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((closed) => void this.server.close(() => closed()));
  }
}

const description = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  authorization_response_iss_parameter_supported: true,
});

function send(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const encode = (part: Json) => Buffer.from(JSON.stringify(part)).toString('base64url');
