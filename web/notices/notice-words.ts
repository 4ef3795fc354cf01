import type { Notice, NoticeKind } from '@vlabs/contract/notices';
import { formatMoment } from '../ui/dates.ts';

interface Words {
  heading: string;
  /** What there is to know without opening it. */
  detail: (notice: Notice) => string;
  /** The page that it is about. */
  place: (workId: string) => string;
}

const tests = () => '/tests';
const assignment = (id: string) => `/assignments/${id}`;
const result = (id: string) => `/tests/quiz/${id}/submitted`;

const words: Record<NoticeKind, Words> = {
  new_test: {
    heading: 'New test',
    detail: ({ startsAt, endsAt }) => spanOf(startsAt, endsAt),
    place: tests,
  },
  test_times: {
    heading: 'New times',
    detail: ({ startsAt, endsAt, wasStartsAt, wasEndsAt }) =>
      `Now ${spanOf(startsAt, endsAt)}. Before: ${spanOf(wasStartsAt, wasEndsAt)}`,
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
    detail: ({ endsAt }) => (endsAt === null ? 'No due time' : `Due ${formatMoment(endsAt)}`),
    place: assignment,
  },
  assignment_due: {
    heading: 'New due time',
    detail: ({ endsAt, wasEndsAt }) => `Now ${dueOf(endsAt)}. Before: ${dueOf(wasEndsAt)}`,
    place: assignment,
  },
  assignment_withdrawn: {
    heading: 'Assignment withdrawn',
    detail: () => 'There is nothing to hand in any more. What you handed in is kept.',
    place: () => '/assignments',
  },
  marks: {
    heading: 'Marks',
    detail: ({ marks, maxMarks, text }) => `${marks} of ${maxMarks}. ${text}`.trim(),
    place: assignment,
  },
};

const spanOf = (from: string | null, to: string | null) =>
  from === null || to === null ? '' : `${formatMoment(from)} to ${formatMoment(to)}`;

const dueOf = (at: string | null) => (at === null ? 'no due time' : formatMoment(at));

/** `New test: Stacks` */
export const titleOf = ({ kind, title }: Pick<Notice, 'kind' | 'title'>): string =>
  `${words[kind].heading}: ${title}`;

export const detailOf = (notice: Notice): string => words[notice.kind].detail(notice);

export const placeOf = ({ kind, workId }: Pick<Notice, 'kind' | 'workId'>): string =>
  words[kind].place(workId);
