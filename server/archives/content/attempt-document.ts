import { stepWords } from '@vlabs/contract/attempts/step-words';
import { kindOf } from '@vlabs/contract/kinds/kinds';
import { formatKolkataMoment } from '@vlabs/contract/text/kolkata-words';
import type { Block, PrintedDocument } from '../../platform/pdf/printed-document.ts';
import { questionBlock } from '../../platform/pdf/question-blocks.ts';
import type { PaperQuestion, Quiz } from '../../quizzes/quizzes.reads.ts';
import type { ArchivedAttempt } from './tables.ts';

/** A question of the attempt's paper with what was earned. */
export interface PrintedAnswer {
  question: PaperQuestion;
  /** Null without an answer. */
  answer: string | null;
  points: number;
  /** Null if it waits to be judged. */
  mark: number | null;
  /** The judgement of a program; null without one. */
  judgement: string | null;
}

interface Step {
  at: Date;
  step: string;
  /** `student`, `server` or `staff`: no marker is named. */
  by: string;
}

interface PrintedAttempt {
  institution: string;
  quiz: Quiz;
  row: ArchivedAttempt;
  answers: readonly PrintedAnswer[];
  timeline: readonly Step[];
}

/** More lines are in timeline.json. */
const MAX_STEPS = 400;

const submitters: Record<ArchivedAttempt['submittedBy'], string> = {
  student: 'the student',
  server: 'the server, at the deadline',
  admin: 'staff',
};

/**
 * An attempt as it is filed: the questions as the student saw them, with answers in words. It names nobody, like the
 * other files of the attempt; all.json says whose number it is.
 */
export function attemptDocument(attempt: PrintedAttempt): PrintedDocument {
  const { institution, quiz, row, answers, timeline } = attempt;
  const title = `${quiz.topic}: attempt ${row.number}`;
  return {
    title,
    header: { left: institution, right: `${quiz.subjectId} · ${quiz.className}` },
    footer: `${title} · ${row.receiptSha256.slice(0, 12)}`,
    hasBindingMargin: false,
    standard: 'archive',
    at: new Date(row.submittedAt),
    blocks: [
      { block: 'heading', level: 1, text: title },
      head(row),
      { block: 'heading', level: 2, text: 'Questions and answers' },
      ...listQuestions(answers),
      { block: 'heading', level: 2, text: 'Timeline' },
      ...listTimeline(timeline),
    ],
  };
}

const moment = (text: string): string => formatKolkataMoment(new Date(text));

function head(row: ArchivedAttempt): Block {
  const score = row.score === null ? 'not judged' : `${row.score} of ${row.totalScore}`;
  return {
    block: 'fields',
    fields: [
      ['Score', score],
      ['Started', moment(row.startedAt)],
      ['Deadline', moment(row.deadlineAt)],
      ['Submitted', `${moment(row.submittedAt)} by ${submitters[row.submittedBy]}`],
      ['Receipt', row.receiptSha256],
    ],
  };
}

function listQuestions(answers: readonly PrintedAnswer[]): Block[] {
  return answers.map(({ question, answer, points, mark, judgement }) => {
    const { kind, title, body, key, number } = question;
    const isAsked = !kindOf(kind).asksNothing;
    const asked = {
      number: isAsked ? `${number}.` : '',
      aside: isAsked ? `${mark ?? 'not judged'} of ${points}` : '',
      kind,
      title,
      body,
      key,
    };
    return questionBlock(asked, { answer, judgement });
  });
}

function listTimeline(timeline: readonly Step[]): Block[] {
  const left = timeline.length - MAX_STEPS;
  return [
    {
      block: 'table',
      columns: [
        { title: 'When', share: null },
        { title: 'What', share: 3 },
        { title: 'By', share: 1 },
      ],
      rows: timeline
        .slice(0, MAX_STEPS)
        .map(({ at, step, by }) => [withSeconds(at), stepWords[step] ?? step, by]),
    },
    ...(left > 0
      ? [{ block: 'text' as const, text: `${left} more lines are in timeline.json.` }]
      : []),
  ];
}

/** `27 Nov 2026, 22:05:07`, in Indian Standard Time. */
const withSeconds = (at: Date): string => SECONDS.format(at);
const SECONDS = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'medium',
  timeStyle: 'medium',
  hour12: false,
});
