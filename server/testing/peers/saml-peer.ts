import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import { makeSelfSigned } from './self-signed.ts';

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const SHA_256 = {
  signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
};
export const SHA_1 = {
  signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
};

const makeKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/** What the peer does otherwise than a well-behaved provider. */
export interface SamlMisbehaviour {
  /** Replaces parts of the reply before it is signed; undefined leaves one out. */
  parts?: SentParts;
  /** Of the name. */
  nameFormat?: string;
  /** Changes the assertion before it is signed. */
  changeAssertion?: (xml: string) => string;
  /** Changes the response, whose assertion is signed, before the response is. */
  changeResponse?: (xml: string) => string;
  /** Changes what is sent. */
  changeSent?: (xml: string) => string;
  signsNoAssertion?: boolean;
  signsNoResponse?: boolean;
  hasOtherKey?: boolean;
  algorithms?: typeof SHA_256;
  /** Milliseconds that the clock of the peer goes ahead. */
  clockMs?: number;
}

interface Parts {
  issuer: string;
  audience: string;
  recipient: string;
  destination: string;
  responseTo: string;
  subjectTo: string;
  notOnOrAfter: string;
}

export interface SamlPerson {
  nameId: string;
  attributes?: Record<string, string | string[]>;
}

type SentParts = { [Part in keyof Parts]?: string | undefined };

/** A small SAML provider that can misbehave in each way that a service must notice. */
export class SamlPeer {
  readonly entityId = 'https://login.example.edu/saml';
  readonly signOnAddress: string;
  readonly own = makeKeys();
  readonly other = makeKeys();
  readonly certificate = makeSelfSigned(this.own, new Date('2049-12-31'));

  constructor(origin = 'https://login.example.edu') {
    this.signOnAddress = `${origin}/saml/sign-on?tenant=one`;
  }

  /** Its metadata. */
  describe(): string {
    const certificate = this.certificate.replaceAll(/-----.*-----/g, '');
    const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
    return [
      `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"`,
      ` xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${this.entityId}">`,
      `<md:IDPSSODescriptor protocolSupportEnumeration="${PROTOCOL}"><md:KeyDescriptor use="signing">`,
      `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`,
      `</md:KeyDescriptor><md:SingleSignOnService Binding="${redirect}" Location="${this.signOnAddress}"/>`,
      '</md:IDPSSODescriptor></md:EntityDescriptor>',
    ].join('');
  }

  /** What the provider's own page does once the person has signed in there: returns the form that it posts. */
  signIn(address: string, person: SamlPerson, wrong: SamlMisbehaviour = {}) {
    const { searchParams: asked } = new URL(address);
    const state = asked.get('RelayState') ?? '';
    const response = this.respond(readRequest(address), person, wrong);
    return { state, form: { SAMLResponse: base64(response), RelayState: state } };
  }

  /** Returns the XML of the response. */
  respond(request: SamlRequest, person: SamlPerson, wrong: SamlMisbehaviour = {}): string {
    const { changeAssertion = same, changeResponse = same, changeSent = same } = wrong;
    const parts = { ...this.partsOf(request, wrong), ...wrong.parts };
    const assertion = changeAssertion(writeAssertion(parts, person, wrong));
    const signed =
      wrong.signsNoAssertion === true ? assertion : this.sign(assertion, 'Assertion', wrong);
    const response = changeResponse(writeResponse(parts, signed, wrong));
    const sent = wrong.signsNoResponse === true ? response : this.sign(response, 'Response', wrong);
    return changeSent(sent);
  }

  partsOf({ id, issuer, callback }: SamlRequest, { clockMs = 0 }: SamlMisbehaviour): Parts {
    return {
      issuer: this.entityId,
      audience: issuer,
      recipient: callback,
      destination: callback,
      responseTo: id,
      subjectTo: id,
      notOnOrAfter: instant(clockMs + 60_000),
    };
  }

  /** Signs the element with this name that is outermost. */
  sign(xml: string, name: string, { hasOtherKey, algorithms = SHA_256 }: SamlMisbehaviour): string {
    const { privateKey } = hasOtherKey === true ? this.other : this.own;
    const signer = new SignedXml({
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      signatureAlgorithm: algorithms.signature,
      canonicalizationAlgorithm: EXCLUSIVE,
    });
    const first = `(//*[local-name(.)='${name}'])[1]`;
    const transforms = [ENVELOPED, EXCLUSIVE];
    signer.addReference({ xpath: first, transforms, digestAlgorithm: algorithms.digest });
    const reference = `${first}/*[local-name(.)='Issuer']`;
    signer.computeSignature(xml, { location: { reference, action: 'after' } });
    return signer.getSignedXml();
  }
}

interface SamlRequest {
  id: string;
  issuer: string;
  callback: string;
}

/** Reads what a page was sent with to the provider. */
export function readRequest(address: string): SamlRequest {
  const sent = Buffer.from(new URL(address).searchParams.get('SAMLRequest') ?? '', 'base64');
  const xml = inflateRawSync(sent).toString();
  const find = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? '';
  return {
    id: find(/ ID="([^"]*)"/),
    issuer: find(/<saml:Issuer[^>]*>([^<]*)</),
    callback: find(/AssertionConsumerServiceURL="([^"]*)"/),
  };
}

function writeResponse(parts: SentParts, assertion: string, { clockMs }: SamlMisbehaviour) {
  const { issuer, destination, responseTo } = parts;
  const attributes = attribute('Destination', destination) + attribute('InResponseTo', responseTo);
  return [
    `<samlp:Response xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="_${randomUUID()}"`,
    ` Version="2.0" IssueInstant="${instant(clockMs)}"${attributes}>`,
    `<saml:Issuer>${issuer}</saml:Issuer>`,
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>`,
    `${assertion}</samlp:Response>`,
  ].join('');
}

function writeAssertion(
  parts: SentParts,
  { nameId, attributes = {} }: SamlPerson,
  {
    nameFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    clockMs,
  }: SamlMisbehaviour,
): string {
  const { issuer, audience, recipient, subjectTo, notOnOrAfter } = parts;
  const confirmed =
    attribute('Recipient', recipient) +
    attribute('InResponseTo', subjectTo) +
    attribute('NotOnOrAfter', notOnOrAfter);
  return [
    `<saml:Assertion xmlns:saml="${ASSERTION}" ID="_${randomUUID()}" Version="2.0" IssueInstant="${instant(clockMs)}">`,
    `<saml:Issuer>${issuer}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${nameFormat}">${nameId}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">`,
    `<saml:SubjectConfirmationData${confirmed}/></saml:SubjectConfirmation></saml:Subject>`,
    `<saml:Conditions NotBefore="${instant(clockMs)}"${attribute('NotOnOrAfter', notOnOrAfter)}>`,
    `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction>`,
    `</saml:Conditions><saml:AuthnStatement AuthnInstant="${instant(clockMs)}"/>`,
    `<saml:AttributeStatement>${Object.entries(attributes).map(writeAttribute).join('')}`,
    `</saml:AttributeStatement></saml:Assertion>`,
  ].join('');
}

function writeAttribute([name, values]: [string, string | string[]]): string {
  const written = [values]
    .flat()
    .map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
    .join('');
  return `<saml:Attribute Name="${name}">${written}</saml:Attribute>`;
}

const attribute = (name: string, value: string | undefined) =>
  value === undefined ? '' : ` ${name}="${value}"`;

const instant = (aheadMs = 0) => new Date(Date.now() + aheadMs).toISOString();
const base64 = (xml: string) => Buffer.from(xml).toString('base64');
const same = (xml: string) => xml;
