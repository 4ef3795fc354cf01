import type { Notice, NoticeKind } from '@vlabs/contract/notices';
import { wordsOfMarkdown } from '@vlabs/contract/markdown-words';
import { formatMomentBeside, formatMoment } from '../ui/dates/dates.ts';

interface Words {
  heading: string;
  /** What there is to know without opening it. */
  detail: (notice: Notice, now: number) => string;
  /** The page that it is about. */
  place: (workId: string) => string;
}

const tests = () => '/tests';
const assignment = (id: string) => `/assignments/${id}`;
const result = (id: string) => `/tests/quiz/${id}/submitted`;

const words: Record<NoticeKind, Words> = {
  new_test: {
    heading: 'New test',
    detail: ({ startsAt, endsAt }, now) => spanOf(startsAt, endsAt, now),
    place: tests,
  },
  test_times: {
    heading: 'New times',
    detail: ({ startsAt, endsAt, wasStartsAt, wasEndsAt }, now) =>
      `Now ${spanOf(startsAt, endsAt, now)}. Before: ${spanOf(wasStartsAt, wasEndsAt, now)}`,
    place: tests,
  },
  test_withdrawn: {
    heading: 'Test withdrawn',
    detail: () => 'The test does not take place.',
    place: tests,
  },
  more_time: {
    heading: 'More time for you',
    detail: () => 'Your teacher has given you extra time.',
    place: tests,
  },
  announcement: { heading: 'Announcement', detail: ({ text }) => text, place: tests },
  result: { heading: 'Result', detail: () => 'Your score can be seen.', place: result },
  answers: {
    heading: 'Right answers',
    detail: () => 'The questions with the right answers can be seen.',
    place: result,
  },
  correction: {
    heading: 'Result corrected',
    detail: () => 'What counts as right in a question was corrected. All were marked again.',
    place: result,
  },
  new_assignment: {
    heading: 'New assignment',
    detail: ({ endsAt }, now) =>
      endsAt === null ? 'No due time' : `Due ${formatMomentBeside(endsAt, now)}`,
    place: assignment,
  },
  assignment_due: {
    heading: 'New due time',
    detail: ({ endsAt, wasEndsAt }, now) =>
      `Now ${dueOf(endsAt, now)}. Before: ${dueOf(wasEndsAt, now)}`,
    place: assignment,
  },
  assignment_withdrawn: {
    heading: 'Assignment withdrawn',
    detail: () => 'There is nothing to hand in any more. What you handed in is kept.',
    place: () => '/assignments',
  },
  marks: {
    heading: 'Marks',
    detail: ({ marks, maxMarks, text }) =>
      `${marks} of ${maxMarks}. ${wordsOfMarkdown(text)}`.trim(),
    place: assignment,
  },
  erasure: {
    heading: 'Erasure',
    detail: ({ endsAt }, now) =>
      `From ${endsAt === null ? 'then' : formatMomentBeside(endsAt, now)} on a placeholder stands where your name stood, and you cannot sign in. Download your data before, and write to the institution if this is wrong.`,
    place: () => '/account',
  },
};

const spanOf = (from: string | null, to: string | null, now: number) =>
  from === null || to === null ? '' : `${formatMomentBeside(from, now)} to ${formatMoment(to)}`;

const dueOf = (at: string | null, now: number) =>
  at === null ? 'no due time' : formatMomentBeside(at, now);

/** `New test: Stacks` */
export const titleOf = ({ kind, title }: Pick<Notice, 'kind' | 'title'>): string =>
  `${words[kind].heading}: ${title}`;

export const detailOf = (notice: Notice, now: number): string =>
  words[notice.kind].detail(notice, now);

export const placeOf = ({ kind, workId }: Pick<Notice, 'kind' | 'workId'>): string =>
  words[kind].place(workId ?? '');
