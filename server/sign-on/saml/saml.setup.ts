import { randomUUID } from 'node:crypto';
import { makeStudent } from '../../testing/acts/make.ts';
import { type SamlMisbehaviour, SamlPeer, type SamlPerson } from '../../testing/peers/saml-peer.ts';
import { SignOnPage, addProvider, setUpSignOn } from '../sign-on.setup.ts';

/** An installation with a SAML provider outside. */
export function setUpSaml() {
  const installation = setUpSignOn();
  const { server } = installation;
  const peer = new SamlPeer();
  const settings = {
    kind: 'saml',
    entityId: peer.entityId,
    signOnAddress: peer.signOnAddress,
    certificates: [peer.certificate],
    subjectAttribute: '',
    nameAttribute: 'displayName',
    emailAttribute: 'mail',
    verifiesEmail: false,
  };

  async function setUp(differences: object = {}) {
    const provider = await addProvider(installation, {
      settings: { ...settings, ...differences },
      isAuthoritative: true,
    });
    const student = await makeStudent(server.pool);
    const person: SamlPerson = { nameId: randomUUID(), attributes: { roll_number: student.id } };
    return { provider, student, person, page: new SignOnPage(server) };
  }

  async function signOnWith(wrong: SamlMisbehaviour, differences: object = {}) {
    const { provider, person, page } = await setUp(differences);
    const { state, form } = peer.signIn(await page.begin(provider), person, wrong);
    await page.post(form);
    return (await page.finish(state)).json();
  }

  return { ...installation, installation, peer, settings, setUp, signOnWith };
}

/** A change that changes something. */
export const replace = (from: RegExp | string, to: string) => (xml: string) => {
  const changed = xml.replace(from, to);
  if (changed === xml) throw new Error('Nothing was changed.');
  return changed;
};

/** The assertion of a response, with its signature. */
export const assertionOf = (xml: string): string =>
  /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)?.[0] ?? '';
