import { kindOf } from '@vlabs/contract/kinds/kinds';
import { printQuestion } from '@vlabs/contract/kinds/printed';
import { formatKolkataMoment } from '@vlabs/contract/text/kolkata-words';
import type { Block, PrintedDocument, TableColumn } from '../../platform/pdf/printed-document.ts';
import { questionBlock } from '../../platform/pdf/question-blocks.ts';
import { type PaperQuestion, type Quiz, fullScoreOf } from '../../quizzes/quizzes.reads.ts';
import type { Room } from './seats.ts';
import type { SetOfTest } from './set-layout.ts';

/** What is on each document of a test. */
export interface Occasion {
  institution: string;
  quiz: Quiz;
}

const ROLL_BOXES = 12;
/** A line that a person can sign. */
const SIGNATURE_MM = 10;

const asks = ({ kind }: PaperQuestion): boolean => !kindOf(kind).asksNothing;

/** The paper of a set, or the same paper with the correct answers. */
export function paperDocument(
  occasion: Occasion,
  { set, code, questions }: SetOfTest,
  content: 'paper' | 'key',
): PrintedDocument {
  const { quiz } = occasion;
  const isKey = content === 'key';
  let number = 0;
  const numbered = questions.map((question) => {
    const isAsked = asks(question);
    if (isAsked) number += 1;
    const points = question.points ?? quiz.scorePerQuestion;
    return questionBlock(
      {
        number: isAsked ? `${number}.` : '',
        aside: isAsked ? `[${marks(points)}]` : '',
        kind: question.kind,
        title: question.title,
        body: question.body,
        key: isKey ? question.key : undefined,
      },
      {},
    );
  });
  return {
    ...frameOf(occasion, `${isKey ? 'Key' : 'Question paper'} · Set ${set} · ${code}`),
    title: `${quiz.topic}: ${isKey ? 'key' : 'question paper'} of set ${set}`,
    blocks: [
      { block: 'boxed letter', letter: set, blocks: headOf(occasion, isKey ? 'Key' : null) },
      factsOf(quiz, number),
      ...(isKey ? [] : toFillIn()),
      ...numbered,
    ],
  };
}

/** Circles for questions with options, lines for the others. */
export function answerSheetDocument(occasion: Occasion, set: SetOfTest): PrintedDocument {
  const { quiz } = occasion;
  const asked = set.questions.filter(asks).map((question, at) => {
    const parts = printQuestion(question.kind, { ...question, key: undefined }, {});
    const options = parts.find((part) => part.part === 'options');
    const letters = options ? options.options.map(({ letter }) => letter) : null;
    return { label: String(at + 1), letters };
  });
  const rows = asked.flatMap(({ label, letters }) => (letters ? [{ label, letters }] : []));
  const written = asked.filter(({ letters }) => letters === null);
  return {
    ...frameOf(occasion, `Answer sheet · Set ${set.set} · ${set.code}`),
    title: `${quiz.topic}: answer sheet of set ${set.set}`,
    blocks: [
      { block: 'boxed letter', letter: set.set, blocks: headOf(occasion, 'Answer sheet') },
      ...toFillIn(),
      { block: 'signatures', titles: ['Signature of the student', 'Signature of the invigilator'] },
      { block: 'text', text: 'Fill in one circle completely for each answer.', look: 'muted' },
      { block: 'circles', rows },
      ...written.map(({ label }): Block => ({
        block: 'keep',
        blocks: [
          {
            block: 'numbered',
            number: `${label}.`,
            aside: '',
            blocks: [{ block: 'lines', count: 3 }],
          },
        ],
      })),
    ],
  };
}

const seatColumns: TableColumn[] = [
  { title: 'Seat', share: null, align: 'right' },
  { title: 'Roll number', share: 2.2 },
  { title: 'Name', share: 3 },
  { title: 'Set', share: null, align: 'center' },
  { title: 'Booklet', share: 1.5 },
  { title: 'Signature', share: 2 },
];

/** One list a room. */
export function attendanceDocument(
  occasion: Occasion,
  rooms: readonly Room<{ id: string; name: string }>[],
): PrintedDocument {
  const { quiz } = occasion;
  return {
    ...frameOf(occasion, 'Attendance'),
    title: `${quiz.topic}: attendance`,
    blocks: rooms.flatMap(({ name, seats }, at): Block[] => [
      ...(at > 0 ? [{ block: 'new page' as const }] : []),
      ...headOf(occasion, 'Attendance'),
      {
        block: 'fields',
        fields: [
          ...(name === '' ? [] : [['Room', name] as [string, string]]),
          ['Start', formatKolkataMoment(quiz.startsAt)],
          ['Students', String(seats.length)],
        ],
      },
      {
        block: 'table',
        columns: seatColumns,
        rowMm: SIGNATURE_MM,
        rows: seats.map(({ seat, set, student }) => [
          String(seat),
          student.id,
          student.name,
          set,
          '',
          '',
        ]),
      },
      {
        block: 'keep',
        blocks: [
          { block: 'boxes', label: 'Present', count: 3 },
          { block: 'boxes', label: 'Absent', count: 3 },
          { block: 'signatures', titles: ['Invigilator', 'Second invigilator'] },
        ],
      },
    ]),
  };
}

/** Neither the time of printing nor a secret changes the bytes. */
function frameOf({ institution, quiz }: Occasion, footer: string) {
  const right = [quiz.subjectId, quiz.className].filter(Boolean).join(' · ');
  return {
    header: { left: institution, right },
    footer: `${footer} · ${quiz.topic}`,
    hasBindingMargin: false,
    standard: 'accessible',
    at: quiz.startsAt,
  } as const;
}

const headOf = ({ institution, quiz }: Occasion, what: string | null): Block[] => [
  { block: 'text', text: institution, look: 'large' },
  { block: 'heading', level: 1, text: what === null ? quiz.topic : `${quiz.topic}: ${what}` },
];

function factsOf(quiz: Quiz, questions: number): Block {
  return {
    block: 'fields',
    columns: 2,
    fields: [
      ['Subject', quiz.subjectId],
      ['Class', quiz.className],
      ['Start', formatKolkataMoment(quiz.startsAt)],
      ['Time', duration(quiz.timeLimitSeconds)],
      ['Questions', String(questions)],
      ['Full marks', String(fullScoreOf(quiz))],
    ],
  };
}

const toFillIn = (): Block[] => [
  { block: 'boxes', label: 'Roll number', count: ROLL_BOXES },
  { block: 'fields', fields: [['Name', '_'.repeat(60)]] },
];

const marks = (points: number): string => `${points} ${points === 1 ? 'mark' : 'marks'}`;

function duration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : ''].filter(Boolean).join(' ');
}
