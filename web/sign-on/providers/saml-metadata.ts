const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const SIGNATURES = 'http://www.w3.org/2000/09/xmldsig#';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** What a SAML provider says of itself, as fields of the form. */
interface SamlMetadata {
  entityId: string;
  signOnAddress: string;
  certificates: string;
}

/** Reads the metadata of one provider; null if they are not that. The server checks the values. */
export function readSamlMetadata(xml: string): SamlMetadata | null {
  const read = new DOMParser().parseFromString(xml, 'text/xml');
  const providers = [...read.getElementsByTagNameNS(METADATA, 'IDPSSODescriptor')];
  const [provider] = providers;
  if (provider === undefined || providers.length > 1) return null;
  const entityId = provider.parentElement?.getAttribute('entityID');
  const address = [...provider.getElementsByTagNameNS(METADATA, 'SingleSignOnService')]
    .find((service) => service.getAttribute('Binding') === REDIRECT)
    ?.getAttribute('Location');
  const certificates = [...provider.getElementsByTagNameNS(METADATA, 'KeyDescriptor')]
    .filter((key) => key.getAttribute('use') !== 'encryption')
    .flatMap((key) => [...key.getElementsByTagNameNS(SIGNATURES, 'X509Certificate')])
    .map(({ textContent }) => textContent.replaceAll(/\s/g, ''));
  if (!entityId || !address || certificates.length === 0) return null;
  const different = [...new Set(certificates)];
  return { entityId, signOnAddress: address, certificates: joinCertificates(different) };
}

/** One text field has all certificates, with empty lines between. */
export const joinCertificates = (certificates: readonly string[]): string =>
  certificates.join('\n\n');

const PEM = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

export function splitCertificates(text: string): string[] {
  const inPem = text.match(PEM);
  if (inPem && text.replaceAll(PEM, '').trim() === '') return inPem;
  return text
    .split(/\n\s*\n/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
