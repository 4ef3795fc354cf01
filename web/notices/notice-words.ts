import { type Notice, type NoticeKind, noticeHeadings } from '@vlabs/contract/notices/notices';
import { wordsOfMarkdown } from '@vlabs/contract/text/markdown-words';
import { formatMomentBeside, formatMoment } from '../ui/dates/dates.ts';

interface Words {
  /** The gist, without opening the page. */
  detail: (notice: Notice, now: number) => string;
  /** Link to the page concerned. */
  place: (workId: string) => string;
}

const tests = () => '/tests';
const assignment = (id: string) => `/assignments/${id}`;
const result = (id: string) => `/tests/quiz/${id}/submitted`;

const words: Record<NoticeKind, Words> = {
  new_test: {
    detail: ({ startsAt, endsAt }, now) => spanOf(startsAt, endsAt, now),
    place: tests,
  },
  test_times: {
    detail: ({ startsAt, endsAt, wasStartsAt, wasEndsAt }, now) =>
      `Now ${spanOf(startsAt, endsAt, now)}. Before: ${spanOf(wasStartsAt, wasEndsAt, now)}`,
    place: tests,
  },
  test_withdrawn: {
    detail: () => 'This test will not take place.',
    place: tests,
  },
  more_time: {
    detail: () => 'Your teacher gave you extra time.',
    place: tests,
  },
  announcement: { detail: ({ text }) => text, place: tests },
  result: { detail: () => 'Your score is available.', place: result },
  answers: {
    detail: () => 'The questions and correct answers are available.',
    place: result,
  },
  correction: {
    detail: () => 'The answer key was corrected and all answers were marked again.',
    place: result,
  },
  new_assignment: {
    detail: ({ endsAt }, now) =>
      endsAt === null ? 'No due time' : `Due ${formatMomentBeside(endsAt, now)}`,
    place: assignment,
  },
  assignment_due: {
    detail: ({ endsAt, wasEndsAt }, now) =>
      `Now ${dueOf(endsAt, now)}. Before: ${dueOf(wasEndsAt, now)}`,
    place: assignment,
  },
  assignment_withdrawn: {
    detail: () => 'You no longer need to hand anything in. Your earlier hand-ins are kept.',
    place: () => '/assignments',
  },
  marks: {
    detail: ({ marks, maxMarks, text }) =>
      `${marks} of ${maxMarks}. ${wordsOfMarkdown(text)}`.trim(),
    place: assignment,
  },
  erasure: {
    detail: ({ endsAt }, now) =>
      `${endsAt === null ? 'Your' : `On ${formatMomentBeside(endsAt, now)}, your`} name will be replaced by a placeholder and you will no longer be able to sign in. Download your data before then, and contact the institution if this is a mistake.`,
    place: () => '/account',
  },
};

const spanOf = (from: string | null, to: string | null, now: number) =>
  from === null || to === null ? '' : `${formatMomentBeside(from, now)} to ${formatMoment(to)}`;

const dueOf = (at: string | null, now: number) =>
  at === null ? 'no due time' : formatMomentBeside(at, now);

/** Such as `New test: Stacks`. */
export const titleOf = ({ kind, title }: Pick<Notice, 'kind' | 'title'>): string =>
  `${noticeHeadings[kind]}: ${title}`;

export const detailOf = (notice: Notice, now: number): string =>
  words[notice.kind].detail(notice, now);

export const placeOf = ({ kind, workId }: Pick<Notice, 'kind' | 'workId'>): string =>
  words[kind].place(workId ?? '');
