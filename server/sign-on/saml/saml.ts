import { randomBytes } from 'node:crypto';
import type { ProviderSettings } from '@vlabs/contract/sign-on/providers';
import { z } from 'zod';
import { PublicError } from '../../platform/errors.ts';
import type { Asked, Claims, Provider, Redirecting, Returned } from '../connector.ts';
import { clocksDiffer, signOnFailed } from '../refusals.ts';
import { openSaml } from './open-saml.ts';
import { type ScannedResponse, scanResponse } from './scan-response.ts';
import { Declined, Verification, type VerifiedProfile } from './verification.ts';

/** Of the response and of the assertion. */
const SIGNATURES = 2;
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** No other ones are used in signatures: SHA-1 can be forged, and other transformations change what is signed. */
const ALGORITHMS = new Set([
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
]);

type Settings = ProviderSettings & { kind: 'saml' };

/** SAML 2.0: the request goes in the provider's address, and the browser posts the signed response. */
export class Saml implements Redirecting {
  readonly #verification = new Verification();

  async begin(provider: Provider, { state, callbackAddress }: Asked) {
    // An XML name does not begin with a digit.
    const requestId = `_${randomBytes(20).toString('hex')}`;
    const expected = { requestId, requestedAt: new Date().toISOString() };
    const settings = settingsOf(provider);
    const saml = await openSaml({ settings, callbackAddress, expected });
    return { address: await saml.getAuthorizeUrlAsync(state, undefined, {}), expected };
  }

  async finish(provider: Provider, returned: Returned): Promise<Claims> {
    try {
      const bytes = readForm(returned);
      requireUsable(provider, returned, scanResponse(bytes.toString()));
      const { callbackAddress, expected } = returned;
      const asked = { settings: settingsOf(provider), callbackAddress, expected };
      const response = bytes.toString('base64');
      const profile = await this.#verification.verify({ ...asked, response }, returned.network);
      requireMeant(settingsOf(provider), returned, profile);
      return readProfile(provider, profile);
    } catch (error) {
      throw toRefusal(provider, error);
    }
  }
}

function readForm({ parameters }: Returned): Buffer {
  const sent = parameters.filter(([name]) => name === 'SAMLResponse');
  const [[, encoded] = ['', '']] = sent;
  if (sent.length !== 1) throw new Error('The reply has no response, or several.');
  return Buffer.from(encoded, 'base64');
}

/** Refuses what no signature can make right, with what the provider must change. */
function requireUsable(
  { name }: Provider,
  { callbackAddress }: Returned,
  { attributes, elements, algorithms }: ScannedResponse,
): void {
  if (elements.includes('EncryptedAssertion')) {
    throw signOnFailed(name, `${name} encrypts its replies, which can’t be read. ${TELL}`);
  }
  const count = (wanted: string) => elements.filter((one) => one === wanted).length;
  // More of them are never needed, and may hide what is signed from what is read.
  if (count('Response') !== 1 || count('Assertion') > 1 || count('Signature') > SIGNATURES) {
    throw new Error('The response contains another one, or other signatures.');
  }
  if (count('Assertion') === 1 && count('Signature') < SIGNATURES) {
    throw signOnFailed(name, `${name} must sign both the response and the assertion. ${TELL}`);
  }
  const unsafe = algorithms.find((one) => !ALGORITHMS.has(one));
  if (unsafe !== undefined) {
    const cause = new Error(`The algorithm is ${unsafe.slice(0, 100)}.`);
    throw signOnFailed(name, `${name} signs in an unsafe way. ${TELL}`, cause);
  }
  // Of a response whose signature covers this, as verified next.
  if (attributes.get('Destination') !== callbackAddress) {
    throw new Error('The response is for another destination.');
  }
}

const TELL = 'Tell the administrators.';

/** The library checks the signatures, the audience, the times and the request, but not these. */
const Confirmed = z.object({
  Assertion: z.object({
    Subject: z
      .array(
        z.object({
          SubjectConfirmation: z
            .array(
              z.object({
                $: z.object({ Method: z.string() }),
                SubjectConfirmationData: z
                  .array(
                    z.object({
                      $: z.object({
                        Recipient: z.string(),
                        InResponseTo: z.string(),
                        NotOnOrAfter: z.string(),
                      }),
                    }),
                  )
                  .length(1),
              }),
            )
            .min(1),
        }),
      )
      .length(1),
  }),
});

function requireMeant(
  { entityId }: Settings,
  { callbackAddress, expected }: Returned,
  profile: VerifiedProfile,
): void {
  if (profile.issuer !== entityId) throw new Error('The assertion is of another issuer.');
  const { data: read } = Confirmed.safeParse(profile.assertion);
  if (!read) throw new Error('The assertion does not say who may use it, and until when.');
  const isMeant = read.Assertion.Subject.flatMap((subject) => subject.SubjectConfirmation).every(
    ({ $: { Method: method }, SubjectConfirmationData: [data] }) =>
      method === BEARER &&
      data?.$.Recipient === callbackAddress &&
      data.$.InResponseTo === expected['requestId'],
  );
  if (!isMeant) throw new Error('The assertion is for somebody else.');
}

function readProfile({ name, settings }: Provider, profile: VerifiedProfile): Claims {
  const { subjectAttribute, emailAttribute, nameAttribute, verifiesEmail } = settingsOf({
    settings,
  });
  const attributes = readAttributes(profile.attributes);
  const subject =
    subjectAttribute === ''
      ? readNameId(name, profile)
      : onlyOf(attributes.get(subjectAttribute) ?? []);
  if (/\p{Cc}/u.test(subject)) throw new Error('The identifier has control characters.');
  const claims = {
    ...Object.fromEntries(attributes),
    name: attributes.get(nameAttribute)?.at(0),
    email: attributes.get(emailAttribute)?.at(0),
    email_verified: verifiesEmail,
  };
  return { subject, claims };
}

function readNameId(provider: string, { nameId, nameFormat }: VerifiedProfile): string {
  if (nameFormat !== TRANSIENT) return onlyOf([nameId]);
  const message = `${provider} names you differently each time. ${TELL}`;
  throw signOnFailed(provider, message, new Error('The NameID is transient.'));
}

function onlyOf(values: string[]): string {
  const [value = ''] = values.map((one) => one.trim());
  if (values.length > 1) throw new Error('The identifier has several values.');
  if (value === '') throw new Error('The identifier is missing.');
  return value;
}

/** Only texts; the attributes that need more are of no use here. */
function readAttributes(attributes: VerifiedProfile['attributes']): Map<string, string[]> {
  const texts = Object.entries(attributes).map(([name, values]): [string, string[]] => [
    name,
    [values].flat().filter((value) => typeof value === 'string'),
  ]);
  return new Map(texts.filter(([, values]) => values.length > 0));
}

function settingsOf({ settings }: Pick<Provider, 'settings'>): Settings {
  if (settings.kind !== 'saml') throw new Error('The provider does not speak SAML.');
  return settings;
}

/** Says what the person can do about it. The cause stays in the log. */
function toRefusal({ name }: Provider, error: unknown): PublicError {
  if (error instanceof PublicError) return error;
  if (error instanceof Declined) {
    return signOnFailed(name, `${name} did not sign you in. Try again.`, error);
  }
  return isAboutTime(error) ? clocksDiffer(name, error) : signOnFailed(name, undefined, error);
}

/** The library has no codes for these. */
const isAboutTime = (error: unknown) =>
  error instanceof Error &&
  /not yet valid|expired|no valid subject confirmation/i.test(error.message);
