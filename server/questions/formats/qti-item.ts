import { ALL_OR_NOTHING } from './answer-shares.ts';
import { convertMarkup, findRefusal } from '../texts/markdown-from-markup.ts';
import { readElements } from '../texts/markup.ts';
import type { Candidate, Found } from '../plain-question.ts';
import { type XmlElement, childOf, childrenOf, descendantsOf, textOf } from '../texts/xml-tree.ts';

const INTERACTIONS: Record<string, string> = {
  extendedtextinteraction: 'an essay question',
  textentryinteraction: 'a question with gaps',
  inlinechoiceinteraction: 'a question with gaps',
  matchinteraction: 'a matching question',
  associateinteraction: 'a matching question',
  orderinteraction: 'a question about an order',
  hottextinteraction: 'a question that marks a text',
  gapmatchinteraction: 'a drag-and-drop question',
  hotspotinteraction: 'a question on a picture',
  uploadinteraction: 'a question for a file',
  sliderinteraction: 'a question with a slider',
};
const FEEDBACK = new Set(['modalfeedback', 'feedbackinline', 'feedbackblock']);

/** An item of QTI 2.1 or 3.0: names are equal without `qti-` and hyphens. */
export function readQtiItem(item: XmlElement, topic: string | null): Found {
  const body = childOf(item, 'itembody');
  const interactions = body ? listInteractions(body) : [];
  const [interaction] = interactions;
  const asked = body ? [...body.children, ...listPrompts(interaction)] : [];
  const text = convertMarkup(readElements(asked, isNoText));
  const title = text.text || (item.attributes.get('title') ?? '');
  const declaration = findDeclaration(item, interaction);
  const reason = findReason(interactions, declaration);
  if (reason !== null) return { title, reason };
  const choices = interaction ? childrenOf(interaction, 'simplechoice') : [];
  const options = choices.map((choice) => ({
    id: choice.attributes.get('identifier') ?? '',
    ...convertMarkup(readElements(choice.children, isNoText)),
  }));
  const refusal = findRefusal([text, ...options]);
  if (refusal !== null) return { title, reason: refusal };
  const right = listRight(declaration);
  return {
    title: text.text,
    options: options.map(({ id, text: option }) => ({ text: option, isRight: right.has(id) })),
    chooses: choosesOne(declaration) ? 'one' : 'several',
    topic,
    leftOut: [...listLeftOut(item), ...listMarksLeftOut(declaration)],
  };
}

const isNoText = ({ name }: XmlElement): boolean =>
  name.endsWith('interaction') || FEEDBACK.has(name) || name === 'stylesheet';

function listInteractions(body: XmlElement): XmlElement[] {
  return body.children.flatMap((node) => {
    if (typeof node === 'string') return [];
    return node.name.endsWith('interaction') ? [node] : listInteractions(node);
  });
}

const listPrompts = (interaction: XmlElement | undefined): XmlElement[] =>
  interaction ? childrenOf(interaction, 'prompt') : [];

function findDeclaration(
  item: XmlElement,
  interaction: XmlElement | undefined,
): XmlElement | undefined {
  const id = interaction?.attributes.get('responseidentifier');
  const declarations = childrenOf(item, 'responsedeclaration');
  return declarations.find((each) => each.attributes.get('identifier') === id);
}

function findReason(
  interactions: readonly XmlElement[],
  declaration: XmlElement | undefined,
): string | null {
  const [interaction] = interactions;
  if (!interaction) return 'It has no answer to choose or type.';
  if (interactions.length > 1)
    return 'It asks several things at once; a question here has one answer.';
  if (interaction.name !== 'choiceinteraction') {
    const { name } = interaction;
    const kind = Object.hasOwn(INTERACTIONS, name) ? INTERACTIONS[name] : 'no single choice';
    return `It is ${kind}, which isn’t supported.`;
  }
  return choosesOne(declaration) && hasShares(declaration)
    ? 'It gives partial marks for some options.'
    : null;
}

const choosesOne = (declaration: XmlElement | undefined): boolean =>
  (declaration?.attributes.get('cardinality') ?? 'single') === 'single';

const listMarksLeftOut = (declaration: XmlElement | undefined): string[] =>
  !choosesOne(declaration) && listMapped(declaration).length > 0 ? [ALL_OR_NOTHING] : [];

/** A mapping with different marks for several options. */
function hasShares(declaration: XmlElement | undefined): boolean {
  const marks = listMapped(declaration).map(({ value }) => value);
  return new Set(marks).size > 1;
}

function listMapped(declaration: XmlElement | undefined) {
  const mapping = childOf(declaration, 'mapping');
  const entries = mapping ? childrenOf(mapping, 'mapentry') : [];
  return entries
    .map(({ attributes }) => ({
      key: attributes.get('mapkey') ?? '',
      value: Number(attributes.get('mappedvalue')),
    }))
    .filter(({ value }) => value > 0);
}

function listRight(declaration: XmlElement | undefined): Set<string> {
  const correct = childOf(declaration, 'correctresponse');
  const correctValues = correct
    ? childrenOf(correct, 'value').map((value) => textOf(value).trim())
    : [];
  return new Set(
    correctValues.length > 0 ? correctValues : listMapped(declaration).map(({ key }) => key),
  );
}

function listLeftOut(item: XmlElement): Candidate['leftOut'] {
  const feedback = descendantsOf(item, ...FEEDBACK);
  const hasFeedback = feedback.some((each) => textOf(each).trim() !== '');
  return hasFeedback ? ['Its feedback was not imported.'] : [];
}
