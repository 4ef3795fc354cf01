import { X509Certificate } from 'node:crypto';
import { PublicError } from '../platform/errors.ts';

const MIN_RSA_BITS = 2048;

/** Reads certificates in PEM, or in base64 as in a provider's metadata. Throws which one cannot be used, and why. */
export function readCertificates(texts: readonly string[]): X509Certificate[] {
  return texts.map((text, index) => {
    const which = texts.length === 1 ? 'The certificate' : `Certificate ${index + 1}`;
    const certificate = parse(text);
    if (!certificate) throw unusable(`${which} can’t be read. Paste it as it is in the metadata.`);
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey;
    if (type !== 'rsa') throw unusable(`${which} has no RSA key. Ask for one with an RSA key.`);
    if ((details?.modulusLength ?? 0) < MIN_RSA_BITS) {
      throw unusable(`The key of ${which.toLowerCase()} is shorter than ${MIN_RSA_BITS} bits.`);
    }
    return certificate;
  });
}

/** A sentence about certificates whose time is over; null if there are none. Providers go on signing with them. */
export function describeExpired(certificates: readonly X509Certificate[]): string | null {
  const expired = certificates.filter(({ validToDate }) => validToDate.getTime() < Date.now());
  if (expired.length === 0) return null;
  const days = expired.map(({ validToDate }) => validToDate.toISOString().slice(0, 10));
  return expired.length === 1
    ? `Its certificate expired on ${days.join()}. Ask whether there is a new one.`
    : `${expired.length} of its certificates expired, on ${days.join(' and ')}. Ask whether there are new ones.`;
}

function parse(text: string): X509Certificate | null {
  try {
    return new X509Certificate(
      text.includes('-----BEGIN') ? text : Buffer.from(text.replaceAll(/\s/g, ''), 'base64'),
    );
  } catch {
    return null;
  }
}

const unusable = (message: string) =>
  new PublicError(400, 'invalid', message, { certificates: message });
