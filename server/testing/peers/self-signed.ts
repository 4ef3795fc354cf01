import { type KeyObject, sign } from 'node:crypto';

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const VERSION = 0xa0;

/** SHA-256 with RSA, and the common name. */
const ALGORITHM = Buffer.from('300d06092a864886f70d01010b0500', 'hex');
const COMMON_NAME = Buffer.from('0603550403', 'hex');

interface Keys {
  publicKey: KeyObject;
  privateKey: KeyObject;
}

/** A certificate in PEM that its own key signed. */
export function makeSelfSigned({ publicKey, privateKey }: Keys, lastDay: Date): string {
  const name = der(
    SEQUENCE,
    der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, Buffer.from('peer')))),
  );
  const certified = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    ALGORITHM,
    name,
    der(SEQUENCE, time(new Date('2020-01-01')), time(lastDay)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', certified, privateKey)]);
  const certificate = der(SEQUENCE, certified, ALGORITHM, der(BIT_STRING, signature));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n');
}

/** 20260131235959Z without the century. */
const time = (moment: Date) =>
  der(UTC_TIME, Buffer.from(`${moment.toISOString().replace(/\D/g, '').slice(2, 14)}Z`));

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
