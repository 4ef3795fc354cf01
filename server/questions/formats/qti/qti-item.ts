import { refuseCount, sharedCost, truthOf } from '../answer-shares.ts';
import { convertMarkup, findRefusal } from '../../texts/markdown-from-markup.ts';
import { readElements } from '../../texts/markup.ts';
import { type Structure, listUnread, oneOf } from '../unread-parts.ts';
import type { Candidate, Found } from '../../reading/plain-question.ts';
import { judgeChoice } from './qti-scoring.ts';
import { readTypedAnswer } from './qti-typed.ts';
import {
  type XmlElement,
  type XmlNode,
  childOf,
  childrenOf,
  descendantsOf,
  textOf,
} from '../../texts/xml-tree.ts';

const viewsOf = ({ attributes }: XmlElement): string[] =>
  (attributes.get('view') ?? '').toLowerCase().split(/\s+/).filter(Boolean);

/** A text that is not for students; one that does not say for whom it is may hold the answer. */
const isHiddenRubric = (element: XmlElement): boolean =>
  element.name === 'rubricblock' && !viewsOf(element).includes('candidate');

/** What is left out of an item because students must not see it. */
function listHiddenRubrics(item: XmlElement): string[] {
  return descendantsOf(item, 'rubricblock')
    .filter(isHiddenRubric)
    .map((rubric) => {
      const views = viewsOf(rubric).join(', ').slice(0, 80);
      return views === ''
        ? 'A text that doesn’t say who reads it was not imported.'
        : `A text for others than students was not imported (${views}).`;
    });
}

const INTERACTIONS: Record<string, string> = {
  extendedtextinteraction: 'an essay question',
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
  const found = readItem(item, topic);
  return 'reason' in found ? found : { ...found, points: findPoints(item) };
}

/** The highest score that an item declares; empty if it declares none. */
function findPoints(item: XmlElement): string {
  const outcomes = childrenOf(item, 'outcomedeclaration');
  const find = (name: string) =>
    outcomes.find(({ attributes }) => attributes.get('identifier')?.toUpperCase() === name);
  const most = textOf(childOf(find('MAXSCORE'), 'defaultvalue')).trim();
  return most || (find('SCORE')?.attributes.get('normalmaximum') ?? '');
}

function readItem(item: XmlElement, topic: string | null): Found {
  const body = childOf(item, 'itembody');
  const interactions = body ? listInteractions(body) : [];
  const [interaction] = interactions;
  const asked = body ? [...body.children.map(markGap), ...listPrompts(interaction)] : [];
  const read = convertMarkup(readElements(asked, isNoText));
  const text = { ...read, text: showGaps(read.text) };
  const title = text.text || (item.attributes.get('title') ?? '');
  const declaration = findDeclaration(item, interaction);
  const reason = isRandom(item) ? RANDOM : findReason(interactions);
  if (reason !== null) return { title, reason };
  const leftOut = listLeftOut(item, interaction);
  if (interaction?.name === TEXT_ENTRY) {
    const typed = readTypedAnswer(item, declaration);
    if (typeof typed === 'string') return { title, reason: typed };
    if (text.refusal !== null) return { title, reason: text.refusal };
    const left = [...leftOut, ...typed.leftOut];
    return { title: text.text, answers: typed.answers, topic, leftOut: left };
  }
  const choices = interaction ? childrenOf(interaction, 'simplechoice') : [];
  const tooMany = refuseCount(choices.length);
  if (tooMany !== null) return { title, reason: tooMany };
  const options = choices.map((choice) => ({
    id: choice.attributes.get('identifier') ?? '',
    ...convertMarkup(readElements(choice.children, isNoText)),
  }));
  const refusal = findRefusal([text, ...options]);
  if (refusal !== null) return { title, reason: refusal };
  const judged = judgeChoice(item, declaration, options);
  if (typeof judged === 'string') return { title, reason: judged };
  const left = [...leftOut, ...judged.leftOut];
  const asRead = options.map(({ text: option }, place) => ({
    text: option,
    isRight: judged.right.includes(place),
  }));
  const truth = judged.chooses === 'one' ? truthOf(asRead, sharedCost(judged).cost) : null;
  if (truth) return { title: text.text, answers: truth, topic, leftOut: left };
  return {
    title: text.text,
    options: asRead,
    chooses: judged.chooses,
    rule: judged.rule,
    ...(interaction && { pinned: listPinned(interaction, choices) }),
    ...sharedCost(judged),
    topic,
    leftOut: left,
  };
}

const RANDOM = 'It has random values, which aren’t supported.';

/** Has values that differ from student to student; names of variables would be shown for them. */
const isRandom = (item: XmlElement): boolean =>
  descendantsOf(
    { ...item, children: item.children.filter((node) => !isFeedback(node)) },
    'templatedeclaration',
    'templateprocessing',
    'templateblock',
    'templateinline',
    'printedvariable',
  ).length > 0;

const isFeedback = (node: XmlNode): boolean => typeof node !== 'string' && FEEDBACK.has(node.name);

const TEXT_ENTRY = 'textentryinteraction';
/** Stands for the field in the text; private, so that no text has it. */
const GAP = '\u{E000}';

/** A field at the end needs no sign; elsewhere it is a line. */
function showGaps(text: string): string {
  const shown = text.trimEnd();
  return (shown.endsWith(GAP) ? shown.slice(0, -GAP.length).trimEnd() : shown).replaceAll(
    GAP,
    '_____',
  );
}

function markGap(node: XmlNode): XmlNode {
  if (typeof node === 'string') return node;
  if (node.name === TEXT_ENTRY) return GAP;
  return { ...node, children: node.children.map(markGap) };
}

const isNoText = (element: XmlElement): boolean =>
  element.name.endsWith('interaction') ||
  FEEDBACK.has(element.name) ||
  element.name === 'stylesheet' ||
  isHiddenRubric(element);

function listInteractions(body: XmlElement): XmlElement[] {
  return body.children.flatMap((node) => {
    if (typeof node === 'string' || isHiddenRubric(node)) return [];
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

function findReason(interactions: readonly XmlElement[]): string | null {
  const [interaction] = interactions;
  if (!interaction) return 'It has no answer to choose or type.';
  if (interactions.length > 1)
    return 'It asks several things at once; a question here has one answer.';
  const { name } = interaction;
  if (name === 'choiceinteraction' || name === TEXT_ENTRY) return null;
  const kind = Object.hasOwn(INTERACTIONS, name) ? INTERACTIONS[name] : 'no single choice';
  return `It is ${kind}, which isn’t supported.`;
}

function listLeftOut(item: XmlElement, interaction: XmlElement | undefined): Candidate['leftOut'] {
  const feedback = descendantsOf(item, ...FEEDBACK);
  const hasFeedback = feedback.some((each) => textOf(each).trim() !== '');
  return [
    ...(hasFeedback ? ['Its feedback was not imported.'] : []),
    ...listHiddenRubrics(item),
    ...listUnread(item, STRUCTURE),
    ...(interaction ? listUnread(interaction, STRUCTURE) : []),
    ...(interaction && limitsChoices(interaction) ? [LOST_LIMIT] : []),
  ];
}

const STRUCTURE: Structure = {
  assessmentitem: oneOf(
    'responsedeclaration outcomedeclaration itembody responseprocessing modalfeedback stylesheet',
  ),
  responsedeclaration: oneOf('correctresponse mapping'),
  correctresponse: oneOf('value'),
  mapping: oneOf('mapentry'),
  choiceinteraction: oneOf('prompt simplechoice'),
  textentryinteraction: oneOf(''),
};

const LOST_LIMIT = 'The limit of how many options are chosen was not imported.';

/** The options that stay at their places while others move. */
function listPinned({ attributes }: XmlElement, choices: readonly XmlElement[]): number[] {
  if (attributes.get('shuffle') !== 'true') return [];
  return choices.flatMap((choice, at) =>
    choice.attributes.get('fixed') === 'true' ? [at + 1] : [],
  );
}

/** Limits other than one or any number. */
function limitsChoices({ name, attributes, children }: XmlElement): boolean {
  if (name !== 'choiceinteraction') return false;
  const choices = children.filter(
    (node) => typeof node !== 'string' && node.name === 'simplechoice',
  );
  const [most, least] = ['maxchoices', 'minchoices'].map((each) => Number(attributes.get(each)));
  return (most !== undefined && most > 1 && most < choices.length) || (least ?? 0) > 1;
}
