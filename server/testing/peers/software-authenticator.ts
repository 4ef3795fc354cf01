import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

const [USER_PRESENT, USER_VERIFIED, HAS_KEY] = [0x01, 0x04, 0x40];

interface Where {
  challenge: string;
  rpId: string;
  origin: string;
}

/** What a hostile or broken authenticator does otherwise. */
interface Deviations {
  isVerified?: boolean;
  counter?: number;
  credentialId?: string;
  userHandle?: string;
  attestation?: Buffer;
}

/** An authenticator with one passkey (ES256), as browsers reach it. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32).toString('base64url');
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  counter = 0;

  /** The reply to a challenge for a new passkey. */
  create(where: Where, { isVerified = true, attestation = NO_ATTESTATION }: Deviations = {}) {
    const credentialId = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credentialId.length);
    const authData = Buffer.concat([
      this.#dataOf(where.rpId, { flags: HAS_KEY, isVerified, counter: this.counter }),
      Buffer.alloc(16),
      length,
      credentialId,
      this.#publicKey(),
    ]);
    const size = Buffer.from([0x58, authData.length]);
    return {
      id: this.id,
      response: {
        clientDataJSON: clientData('webauthn.create', where),
        attestationObject: Buffer.concat([
          Buffer.from([0xa3]),
          attestation,
          textOf('authData'),
          size,
          authData,
        ]).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** Signs a challenge. */
  sign(where: Where, deviations: Deviations = {}) {
    const { isVerified = true, credentialId = this.id, userHandle } = deviations;
    this.counter += 1;
    const counter = deviations.counter ?? this.counter;
    const authData = this.#dataOf(where.rpId, { flags: 0, isVerified, counter });
    const clientDataJSON = clientData('webauthn.get', where);
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    const signer = createSign('sha256').update(Buffer.concat([authData, hash]));
    return {
      id: credentialId,
      response: {
        clientDataJSON,
        authenticatorData: authData.toString('base64url'),
        signature: signer.sign(this.#keys.privateKey).toString('base64url'),
        ...(userHandle !== undefined && { userHandle }),
      },
    };
  }

  #dataOf(
    rpId: string,
    { flags, isVerified, counter }: { flags: number; isVerified: boolean; counter: number },
  ): Buffer {
    const all = flags | USER_PRESENT | (isVerified ? USER_VERIFIED : 0);
    const tail = Buffer.alloc(5);
    tail.writeUInt8(all);
    tail.writeUInt32BE(counter, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), tail]);
  }

  /** In COSE form. */
  #publicKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const start = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
    const between = Buffer.from([0x22, 0x58, 0x20]);
    const [left, right] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
    return Buffer.concat([start, left, between, right]);
  }
}

const clientData = (type: string, { challenge, origin }: Where): string =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString(
    'base64url',
  );

/** A short text in CBOR. */
const textOf = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

const NO_ATTESTATION = Buffer.concat([
  textOf('fmt'),
  textOf('none'),
  textOf('attStmt'),
  Buffer.from([0xa0]),
]);

/** A certificate that nobody asked for, and that no server should read. */
export const WITH_CERTIFICATE = Buffer.concat([
  textOf('fmt'),
  textOf('packed'),
  textOf('attStmt'),
  Buffer.from([0xa1]),
  textOf('x5c'),
  Buffer.from([0x81, 0x41, 0x00]),
]);
