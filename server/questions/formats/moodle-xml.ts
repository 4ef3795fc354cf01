import type {
  FileAnswers,
  FileOptions,
  FileTexts,
  FileTruth,
} from '@vlabs/contract/kinds/file-answers';
import { NO_SINGLE_MARKS, shareOf, sharedCost, snapped, refuseCount } from './answer-shares.ts';
import { readCategory, writeCategory } from './category-path.ts';
import { encodeCharacters } from '../texts/character-references.ts';
import { type TextFormat, convertText } from '../texts/formatted-text.ts';
import { SHOWS_PICTURE, convertMarkup, findRefusal } from '../texts/markdown-from-markup.ts';
import { findXhtml } from '../texts/markdown-to-xhtml.ts';
import { readElements } from '../texts/markup.ts';
import { CODERUNNER_STRUCTURE, readCodeRunner } from './moodle-coderunner.ts';
import { type Typed, readNumbers, writeNumbers } from './moodle-numbers.ts';
import type { Candidate, Found } from '../reading/plain-question.ts';
import {
  type WrittenAnswer,
  type WrittenQuestion,
  percentOf,
  sharesOf,
} from './written-answers.ts';
import { type Structure, listUnread, oneOf } from './unread-parts.ts';
import { type XmlElement, childOf, childrenOf, textOf } from '../texts/xml-tree.ts';

const KINDS: Record<string, string> = {
  essay: 'an essay question',
  calculated: 'a calculated question',
  calculatedsimple: 'a calculated question',
  calculatedmulti: 'a calculated question',
  matching: 'a matching question',
  cloze: 'a question with gaps (cloze)',
  multianswer: 'a question with gaps (cloze)',
  ddwtos: 'a drag-and-drop question',
  ddimageortext: 'a drag-and-drop question',
  ddmarker: 'a drag-and-drop question',
  gapselect: 'a question with gaps',
  randomsamatch: 'a matching question',
};

export function readMoodleXml(quiz: XmlElement): Found[] {
  let topic: string | null = null;
  const found: Found[] = [];
  for (const question of childrenOf(quiz, 'question')) {
    const kind = question.attributes.get('type') ?? '';
    if (kind === 'category')
      topic = readCategory(textOf(childOf(childOf(question, 'category'), 'text')));
    else found.push(readQuestion(question, kind, topic));
  }
  return found;
}

function readQuestion(question: XmlElement, kind: string, topic: string | null): Found {
  const text = readText(childOf(question, 'questiontext'));
  const title = text.text || textOf(childOf(childOf(question, 'name'), 'text'));
  const points = textOf(childOf(question, 'defaultgrade'));
  if (kind === 'coderunner') return readProgram(question, { ...text, topic, points });
  const reason = findReason(kind);
  if (reason !== null) return { title, reason };
  const written = childrenOf(question, 'answer');
  const tooMany = refuseCount(written.length);
  if (tooMany !== null) return { title, reason: tooMany };
  const answers = written.map((answer) => ({
    ...readText(answer),
    /** As typed, for answers that students type. */
    typed: textOf(childOf(answer, 'text')).trim(),
    tolerance: textOf(childOf(answer, 'tolerance')).trim() || '0',
    percent: Number(answer.attributes.get('fraction') ?? '0'),
    feedback: textOf(childOf(answer, 'feedback')).trim(),
  }));
  const leftOut = listLeftOut(question, answers);
  const refusal = findRefusal(kind === 'multichoice' ? [text, ...answers] : [text]);
  if (refusal !== null) return { title, reason: refusal };
  const asked = { title: text.text, topic, points };
  if (kind === 'description') return { ...asked, answers: { form: 'nothing' }, leftOut };
  if (kind === 'truefalse') return { ...asked, answers: readTruth(answers), leftOut };
  if (kind === 'shortanswer' || kind === 'numerical') {
    const worth = answers.filter(({ percent }) => percent > 0);
    const left = worth.length < answers.length ? [...leftOut, NO_SINGLE_MARKS] : leftOut;
    const typed =
      kind === 'numerical'
        ? readNumbers(question, worth)
        : readTexts(worth, textOf(childOf(question, 'usecase')));
    return { ...asked, answers: typed, leftOut: left };
  }
  const single = textOf(childOf(question, 'single')).trim().toLowerCase();
  const shares = answers.map(({ percent }) => percent);
  const judged = shareOf(shares, { isOne: single !== 'false' && single !== '0' });
  if (typeof judged === 'string') return { title, reason: judged };
  const options = answers.map(({ text: option }, place) => ({
    text: option,
    isRight: judged.right.includes(place),
  }));
  return {
    ...asked,
    options,
    chooses: judged.chooses,
    rule: judged.rule,
    ...(keepsOrder(question) && { pinned: options.map((_, place) => place + 1) }),
    ...sharedCost(judged),
    leftOut: [...leftOut, ...judged.leftOut],
  };
}

function readProgram(
  question: XmlElement,
  {
    text,
    refusal,
    topic,
    points,
  }: ReturnType<typeof readText> & Pick<Candidate, 'topic' | 'points'>,
): Found {
  const read = refusal ?? readCodeRunner(question);
  if (typeof read === 'string') {
    return { title: text || textOf(childOf(childOf(question, 'name'), 'text')), reason: read };
  }
  const leftOut = [...listLeftOut(question, [], CODERUNNER_STRUCTURE), ...read.leftOut];
  return { title: text, topic, points: points ?? '', answers: read.answers, leftOut };
}

function findReason(kind: string): string | null {
  if (READ.has(kind)) return null;
  const named = Object.hasOwn(KINDS, kind) ? KINDS[kind] : `of the kind “${kind.slice(0, 40)}”`;
  return `It is ${named}, which isn’t supported.`;
}

const READ = new Set(['multichoice', 'truefalse', 'shortanswer', 'numerical', 'description']);

function readTruth(answers: readonly Typed[]): FileTruth {
  const right = answers.find(({ percent }) => percent >= 100)?.typed.toLowerCase() ?? '';
  return { form: 'truth', right: right === 'true' || right === 'false' ? right : '', cost: '0' };
}

const readTexts = (answers: readonly Typed[], useCase: string): FileTexts => ({
  form: 'texts',
  answers: answers.map(({ typed, percent }) => ({ text: typed, worth: snapped(percent) })),
  ignoresCase: useCase.trim() !== '1',
  foldsSpaces: true,
});

function listLeftOut(
  question: XmlElement,
  answers: readonly { feedback: string }[],
  structure = STRUCTURE,
): Candidate['leftOut'] {
  const feedback = [
    'generalfeedback',
    'correctfeedback',
    'partiallycorrectfeedback',
    'incorrectfeedback',
  ]
    .map((name) => textOf(childOf(childOf(question, name), 'text')))
    .filter((text) => text.trim() !== '' && !STANDARD_FEEDBACK.test(text));
  const hasFeedback = feedback.length > 0 || answers.some((answer) => answer.feedback !== '');
  return [
    ...(hasFeedback ? ['Its feedback was not imported.'] : []),
    ...(childOf(question, 'hint') ? ['Its hints were not imported.'] : []),
    ...(childOf(question, 'tags') ? ['Its tags were not imported.'] : []),
    ...listUnread(question, structure),
  ];
}

const keepsOrder = (question: XmlElement): boolean =>
  /^(?:false|0)$/i.test(textOf(childOf(question, 'shuffleanswers')).trim());

/** What is read, and settings of Moodle that change neither texts nor marks here. */
const STRUCTURE: Structure = {
  question: oneOf(
    'name questiontext generalfeedback correctfeedback partiallycorrectfeedback incorrectfeedback shownumcorrect defaultgrade penalty hidden idnumber single shuffleanswers answernumbering showstandardinstruction usecase answer hint tags units unitgradingtype unitpenalty showunits unitsleft instructions',
  ),
  questiontext: oneOf('text file'),
  answer: oneOf(
    'text feedback tolerance tolerancetype correctanswerformat correctanswerlength file',
  ),
};

/** Elements that Moodle adds to every question. */
const STANDARD_FEEDBACK = /^\s*(?:<[^>]{0,100}>\s*)?Your answer is (?:in|partially )?correct\./;

const FORMATS: Record<string, TextFormat> = {
  html: 'html',
  markdown: 'markdown',
  plain_text: 'plain',
  moodle_auto_format: 'moodle',
};

function readText(element: XmlElement | undefined) {
  const name = element?.attributes.get('format') ?? 'html';
  const format = (Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined) ?? 'html';
  const text = childOf(element, 'text');
  // Some programs write tags unescaped instead of as text.
  const hasTags = text?.children.some((node) => typeof node !== 'string') ?? false;
  const read =
    text && hasTags
      ? convertMarkup(readElements(text.children))
      : convertText(textOf(text), format);
  const hasFile = element !== undefined && childrenOf(element, 'file').length > 0;
  return { text: read.text, refusal: read.refusal ?? (hasFile ? SHOWS_PICTURE : null) };
}

export function writeMoodleXml(questions: readonly WrittenQuestion[]): string {
  let topic: string | null = null;
  const parts = questions.flatMap((question, index) => {
    const isNew = question.topic !== topic;
    ({ topic } = question);
    return [...(isNew ? [writeTopic(topic)] : []), writeQuestion(question, index + 1)];
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${parts.join('')}</quiz>\n`;
}

function writeTopic(topic: string | null): string {
  return `  <question type="category">
    <category><text>${encodeCharacters(writeCategory(topic))}</text></category>
  </question>
`;
}

/** HTML, in which Moodle shows formulas, if it reads back unchanged; otherwise Markdown. */
function writeText(markdown: string): string {
  const html = findXhtml(markdown);
  const format = html === null ? 'markdown' : 'html';
  return `format="${format}"><text>${encodeCharacters(html ?? markdown)}</text>`;
}

/** The type of a question, and its elements after those that all questions have. */
function writeParts(answers: FileAnswers): { type: string; parts: string } {
  if (answers.form === 'nothing') return { type: 'description', parts: '' };
  if (answers.form === 'options') return { type: 'multichoice', parts: writeOptions(answers) };
  if (answers.form === 'numbers') {
    return { type: 'numerical', parts: writeNumbers(answers, writeAnswer) };
  }
  if (answers.form === 'truth') {
    const written = ['true', 'false'].map((text) =>
      writeAnswer({ text, share: text === answers.right ? '100' : '0' }),
    );
    return { type: 'truefalse', parts: written.join('') };
  }
  const written = answers.answers.map(({ text, worth }) =>
    writeAnswer({ text: text.trim(), share: percentOf(worth) }),
  );
  const useCase = `    <usecase>${answers.ignoresCase ? 0 : 1}</usecase>\n`;
  return { type: 'shortanswer', parts: `${useCase}${written.join('')}` };
}

function writeOptions(answers: FileOptions): string {
  const written = sharesOf(answers).map(({ text, share }) => writeOption(share, writeText(text)));
  return `    <single>${answers.chooses === 'one'}</single>
    <shuffleanswers>${answers.pinned?.length !== answers.options.length}</shuffleanswers>
    <answernumbering>123</answernumbering>
${written.join('')}`;
}

const writeAnswer = ({ text, share }: WrittenAnswer, more = ''): string =>
  writeOption(share, `format="plain_text"><text>${encodeCharacters(text)}</text>${more}`);

const writeOption = (share: string, written: string): string =>
  `    <answer fraction="${share}" ${written}
      <feedback format="html"><text></text></feedback>
    </answer>
`;

function writeQuestion({ title, answers, points }: WrittenQuestion, number: number): string {
  const { type, parts } = writeParts(answers);
  return `  <question type="${type}">
    <name><text>Question ${number}</text></name>
    <questiontext ${writeText(title)}</questiontext>
    <defaultgrade>${points ?? 1}</defaultgrade>
    <penalty>0</penalty>
    <hidden>0</hidden>
${parts}  </question>
`;
}
