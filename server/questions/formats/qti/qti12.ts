import { refuseCount, sharedCost, truthOf } from '../answer-shares.ts';
import { convertText } from '../../texts/formatted-text.ts';
import { type Converted, SHOWS_PICTURE, findRefusal } from '../../texts/markdown-from-markup.ts';
import { type Structure, findUnread, listUnread, nameOf, oneOf } from '../unread-parts.ts';
import { type Candidate, type Found, shorten } from '../../reading/plain-question.ts';
import { topicOf } from './qti-declaration.ts';
import { judgeOptions } from './qti12-scoring.ts';
import { isTyped, readTyped } from './qti12-typed.ts';
import {
  type XmlElement,
  childOf,
  childrenOf,
  descendantsOf,
  textOf,
} from '../../texts/xml-tree.ts';

/** How Canvas and others name an item's kind. */
const KINDS: Record<string, string> = {
  fill_in_multiple_blanks_question: 'a question with gaps',
  multiple_dropdowns_question: 'a question with several lists',
  matching_question: 'a matching question',
  calculated_question: 'a calculated question',
  essay_question: 'an essay question',
  file_upload_question: 'a question for a file',
};

/** Items of an assessment or object bank in QTI 1.2, as Canvas writes them. */
export function readQti12(root: XmlElement, banks = new Set(listBanks(root))): Found[] {
  const [assessment] = descendantsOf(root, 'assessment');
  const topic = assessment ? topicOf(assessment) : findField(root, 'bank_title');
  const items = descendantsOf(root, 'item').map((item) => withPoints(item, readItem(item, topic)));
  return [...items, ...listDrawn(root, banks), ...listLostOfSections(root)];
}

/** Banks that a quiz's groups may draw from. */
export const listBanks = (root: XmlElement): string[] =>
  descendantsOf(root, 'objectbank').map((bank) => bank.attributes.get('ident') ?? '');

/** Groups with random questions: a question file cannot represent a draw. */
function listDrawn(root: XmlElement, banks: ReadonlySet<string>): Found[] {
  return descendantsOf(root, 'section').flatMap((section) => {
    const selection = childOf(childOf(section, 'selection_ordering'), 'selection');
    if (!selection) return [];
    const bank = textOf(childOf(selection, 'sourcebank_ref')).trim();
    const count = textOf(childOf(selection, 'selection_number')).trim() || 'some';
    const isHere = bank === '' || banks.has(bank);
    const reason = isHere
      ? `The draw of ${count.slice(0, 9)} of its questions was not imported; all questions were.`
      : 'It draws from a question bank that isn’t in this file. Export that bank too.';
    const title = section.attributes.get('title') ?? '';
    return [{ title: '', item: `Group “${shorten(title)}”`, reason }];
  });
}

function findField(element: XmlElement, name: string): string | null {
  const field = descendantsOf(element, 'qtimetadatafield').find(
    (each) => textOf(childOf(each, 'fieldlabel')).trim() === name,
  );
  return field ? textOf(childOf(field, 'fieldentry')).trim() : null;
}

const withPoints = (item: XmlElement, found: Found): Found =>
  'reason' in found ? found : { ...found, points: findField(item, 'points_possible') ?? '' };

function readItem(item: XmlElement, topic: string | null): Found {
  const presentation = childOf(item, 'presentation');
  const responses = presentation
    ? descendantsOf(presentation, 'response_lid', 'response_str', 'response_num', 'response_grp')
    : [];
  const materials = presentation ? listMaterials(presentation) : [];
  const text = readMaterials(materials);
  const title = text.text || (item.attributes.get('title') ?? '');
  const [response] = responses;
  const type = findField(item, 'question_type') ?? '';
  if (isTyped(type) && text.refusal === null) {
    const { answers, leftOut } = readTyped(type, item);
    return { title: text.text, answers, topic, leftOut: [...listLeftOut(item), ...leftOut] };
  }
  if (type === 'text_only_question' && text.refusal === null) {
    return { title: text.text, answers: { form: 'nothing' }, topic, leftOut: listLeftOut(item) };
  }
  const reason = findReason(type, responses);
  if (reason !== null) return { title, reason };
  const labels = response ? descendantsOf(response, 'response_label') : [];
  const tooMany = refuseCount(labels.length);
  if (tooMany !== null) return { title, reason: tooMany };
  const options = labels.map((label) => ({
    id: label.attributes.get('ident') ?? '',
    ...readMaterials(descendantsOf(label, 'material')),
  }));
  const refusal = findRefusal([text, ...options]);
  if (refusal !== null) return { title, reason: refusal };
  const isOne = choosesOne(response);
  const ids = options.map(({ id }) => id);
  const judged = judgeOptions(item, ids, { isOne });
  if (typeof judged === 'string') return { title, reason: judged };
  const asRead = options.map(({ text: option }, place) => ({
    text: option,
    isRight: judged.right.includes(place),
  }));
  const { cost } = sharedCost(judged);
  const asked = { title: text.text, topic, leftOut: [...listLeftOut(item), ...judged.leftOut] };
  const truth = isOne ? truthOf(asRead, cost) : null;
  if (truth) return { ...asked, answers: truth };
  const { chooses, rule } = judged;
  return {
    ...asked,
    options: asRead,
    chooses,
    rule,
    pinned: listPinned(item),
    ...sharedCost(judged),
  };
}

function findReason(kind: string, responses: readonly XmlElement[]): string | null {
  if (Object.hasOwn(KINDS, kind)) {
    return `It is ${KINDS[kind]}, which isn’t supported.`;
  }
  const [response] = responses;
  if (responses.length !== 1 || response?.name !== 'response_lid') {
    return responses.length > 1
      ? 'It asks several things at once; a question here has one answer.'
      : 'It isn’t a choice of options, which is all that is supported.';
  }
  return null;
}

const choosesOne = (response: XmlElement | undefined): boolean =>
  (response?.attributes.get('rcardinality')?.toLowerCase() ?? 'single') === 'single';

/** The texts of the question, outside of its options. */
function listMaterials(element: XmlElement): XmlElement[] {
  return element.children.flatMap((node) => {
    if (typeof node === 'string' || node.name.startsWith('render_')) return [];
    return node.name === 'material' ? [node] : listMaterials(node);
  });
}

function readMaterials(materials: readonly XmlElement[]): Converted {
  const texts = materials.flatMap((material) => descendantsOf(material, 'mattext')).map(readText);
  const others = materials.flatMap((material) =>
    descendantsOf(material, 'matimage', 'matvideo', 'mataudio', 'matapplet', 'matapplication'),
  );
  return {
    text: texts
      .map(({ text }) => text)
      .join('\n\n')
      .trim(),
    refusal: others.length > 0 ? SHOWS_PICTURE : findRefusal(texts),
  };
}

function readText(element: XmlElement): Converted {
  const isHtml = /html/i.test(element.attributes.get('texttype') ?? '');
  return convertText(textOf(element), isHtml ? 'html' : 'plain');
}

function listLeftOut(item: XmlElement): Candidate['leftOut'] {
  const hasFeedback = childrenOf(item, 'itemfeedback').some((each) => textOf(each).trim() !== '');
  return [
    ...(hasFeedback ? ['Its feedback was not imported.'] : []),
    ...listUnread(item, STRUCTURE),
  ];
}

/** The options that stay at their places while others move. */
function listPinned(item: XmlElement): number[] {
  const [choice] = descendantsOf(item, 'render_choice');
  if (!choice || !/^yes$/i.test(choice.attributes.get('shuffle') ?? '')) return [];
  return descendantsOf(choice, 'response_label').flatMap(({ attributes }, at) =>
    /^no$/i.test(attributes.get('rshuffle') ?? '') ? [at + 1] : [],
  );
}

const STRUCTURE: Structure = {
  item: oneOf('qticomment itemmetadata presentation resprocessing itemfeedback itemcontrol'),
  presentation: oneOf('qticomment flow material response_lid response_str response_num'),
  flow: oneOf('qticomment flow material response_lid response_str response_num'),
  response_lid: oneOf('qticomment material material_ref render_choice'),
  response_str: oneOf('qticomment material material_ref render_fib'),
  render_choice: oneOf('qticomment response_label flow_label'),
  flow_label: oneOf('qticomment response_label flow_label'),
  resprocessing: oneOf('qticomment outcomes respcondition'),
};

const SECTIONS: Structure = {
  assessment: oneOf('qticomment qtimetadata section item assessmentcontrol'),
  section: oneOf('qticomment qtimetadata section item itemref sectioncontrol selection_ordering'),
  objectbank: oneOf('qticomment qtimetadata section item'),
};

/** Texts and rules of assessments and sections, which are no questions. */
function listLostOfSections(root: XmlElement): Found[] {
  const parts = descendantsOf(root, ...Object.keys(SECTIONS));
  return parts.flatMap((part) => {
    const own = { [part.name]: SECTIONS[part.name] ?? oneOf('') };
    const title = shorten(part.attributes.get('title') ?? part.attributes.get('ident') ?? '');
    const kind = part.name === 'section' ? 'Section' : 'Test';
    return findUnread(part, own).map((unread) => ({
      title: '',
      item: `${kind} “${title}”`,
      reason: `Its ${nameOf(unread)} was not imported.`,
    }));
  });
}
