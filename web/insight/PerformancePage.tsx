import { Button, SegmentedControl, Select } from '@mantine/core';
import IconChartBar from '~icons/chart-bar';
import IconPrinter from '~icons/printer';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { compareClasses } from '@vlabs/contract/insight/class-comparison';
import {
  getQuizPerformance,
  getStudentPerformance,
  type ListedQuiz,
  listSatQuizzes,
} from '@vlabs/contract/insight/insight';
import { useDeferredValue, useState } from 'react';
import { useSearchParams } from 'react-router';
import { DamagedArchives } from '../archives/DamagedArchives.tsx';
import { queryOf } from '../platform/calls/query-of.ts';
import { useIsCampusAdmin } from '../platform/calls/use-account.ts';
import { useClassInAddress } from '../platform/use-class-in-address.ts';
import { formatMoment } from '../ui/dates/dates.ts';
import { Page } from '../ui/frame/Page.tsx';
import { Empty, LinesSkeleton, Loaded, type LoadedProps } from '../ui/states.tsx';
import { ClassComparison, type Work } from './ClassComparison.tsx';
import { ClassView } from './ClassView.tsx';
import classes from './PerformancePage.module.css';
import { QuizView } from './quiz/QuizView.tsx';
import { StudentChoice } from './student/StudentChoice.tsx';
import { StudentView } from './student/StudentView.tsx';
import { TermChoice } from './TermChoice.tsx';
import { type Term, readDay, termOf } from './term.ts';

const views = [
  { value: 'quiz', label: 'By test' },
  { value: 'student', label: 'By student' },
  { value: 'class', label: 'By class' },
];

/** How a class did, which questions failed, and who needs help. */
export function PerformancePage() {
  const [search, setSearch] = useSearchParams();
  const by = search.get('by') ?? 'quiz';
  const isCampusAdmin = useIsCampusAdmin();
  // Classes are compared campus-wide.
  const isOfTerm = isCampusAdmin && by === 'class' && search.get('quiz') === null;
  const [thisTerm] = useState(() => termOf(Date.now()));
  const term = {
    from: readDay(search.get('from'), thisTerm.from),
    to: readDay(search.get('to'), thisTerm.to),
  };
  const work = search.get('work') === 'assignments' ? 'assignments' : 'quizzes';
  const choose = (name: string, value: string) =>
    setSearch(
      (current) => {
        if (value === '') current.delete(name);
        else current.set(name, value);
        current.delete('q');
        current.delete('sort');
        current.delete('sort-students');
        return current;
      },
      { preventScrollReset: true },
    );
  return (
    <Page
      heading="Performance"
      action={
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => window.print()}
        >
          Print
        </Button>
      }
    >
      {isCampusAdmin && <DamagedArchives />}
      <div className={classes.tools}>
        <SegmentedControl
          aria-label="View"
          data={views}
          value={by}
          onChange={(value) => choose('by', value)}
        />
        {by === 'student' ? (
          <StudentChoice chosen={search.get('student')} onChoose={(id) => choose('student', id)} />
        ) : (
          <QuizChoice
            chosen={search.get('quiz')}
            withTerm={isCampusAdmin && by === 'class'}
            onChoose={(id) => choose('quiz', id)}
          />
        )}
        {isOfTerm && <TermChoice term={term} work={work} onChoose={choose} />}
      </div>
      {by === 'student' && <ByStudent rollNumber={search.get('student')} />}
      {isOfTerm && <ByClass term={term} work={work} />}
      {by !== 'student' && !isOfTerm && <ByQuiz chosen={search.get('quiz')} by={by} />}
    </Page>
  );
}

interface ChoiceProps {
  chosen: string | null;
  onChoose: (id: string) => void;
}

const WHOLE_TERM = { value: '', label: 'A whole term' };

function QuizChoice({ chosen, onChoose, withTerm }: ChoiceProps & { withTerm: boolean }) {
  const [sought, setSought] = useState('');
  const inClass = useClassInAddress();
  const { data = [] } = useQuery(satQuizzes({ chosen, inClass, search: useDeferredValue(sought) }));
  if (data.length === 0 && sought === '') return null;
  const quizzes = data.map((quiz) => ({ value: quiz.uniqueId, label: nameOf(quiz) }));
  return (
    <Select
      label="Test"
      className={classes.choice ?? ''}
      searchable
      allowDeselect={false}
      // The chosen test's name, and the time after a name, are not a search.
      onSearchChange={(text) =>
        setSought(quizzes.some(({ label }) => label === text) ? '' : text.replace(/,.*/, ''))
      }
      data={withTerm ? [WHOLE_TERM, ...quizzes] : quizzes}
      value={chosen ?? (withTerm ? WHOLE_TERM.value : (newestOf(data)?.uniqueId ?? null))}
      onChange={(value) => value !== null && onChoose(value)}
    />
  );
}

interface SatQuizzes {
  chosen: string | null;
  inClass: string | null;
  search: string;
}

/** The latest matching tests, and the chosen one. */
const satQuizzes = ({ chosen, inClass, search }: SatQuizzes) => ({
  ...queryOf(listSatQuizzes, {
    query: {
      ...(search !== '' && { search }),
      ...(chosen && { chosen }),
      ...(inClass && { class: inClass }),
    },
  }),
  // Keeps the previous results while the person types.
  placeholderData: keepPreviousData,
});

/** Opened by default: the newest test with results. */
const newestOf = (quizzes: readonly ListedQuiz[]) =>
  quizzes.find(({ hasSubmissions }) => hasSubmissions) ?? quizzes[0];

const nameOf = ({ topic, subjectId, startsAt }: ListedQuiz) =>
  `${topic || subjectId}, ${formatMoment(startsAt)}`;

function ByQuiz({ chosen, by }: { chosen: string | null; by: string }) {
  const inClass = useClassInAddress();
  const quizzes = useQuery(satQuizzes({ chosen, inClass, search: '' }));
  const uniqueId = chosen ?? newestOf(quizzes.data ?? [])?.uniqueId;
  if (uniqueId !== undefined) return <OneQuiz uniqueId={uniqueId} by={by} />;
  return (
    <Figures query={quizzes}>
      {() => (
        <Empty icon={IconChartBar} title="No results yet">
          Class results, difficult questions and students who need help appear here after the first
          test.
        </Empty>
      )}
    </Figures>
  );
}

function ByClass({ term, work }: { term: Term; work: Work }) {
  return (
    <Figures query={useQuery(queryOf(compareClasses, { query: term }))}>
      {({ groups, ...counts }) => (
        <ClassComparison groups={groups} term={term} work={work} count={counts[work]} />
      )}
    </Figures>
  );
}

function OneQuiz({ uniqueId, by }: { uniqueId: string; by: string }) {
  return (
    <Figures query={useQuery(queryOf(getQuizPerformance, { params: { uniqueId } }))}>
      {(performance) =>
        by === 'class' ? (
          <ClassView performance={performance} />
        ) : (
          <QuizView performance={performance} />
        )
      }
    </Figures>
  );
}

function ByStudent({ rollNumber }: { rollNumber: string | null }) {
  if (rollNumber === null) {
    return (
      <Empty icon={IconChartBar} title="Choose a student">
        Shows results, trend, missing work and topics of one student.
      </Empty>
    );
  }
  return <OneStudent rollNumber={rollNumber} />;
}

function OneStudent({ rollNumber }: { rollNumber: string }) {
  return (
    <Figures query={useQuery(queryOf(getStudentPerformance, { params: { rollNumber } }))}>
      {(performance) => <StudentView performance={performance} />}
    </Figures>
  );
}

type FiguresProps<Data> = Pick<LoadedProps<Data>, 'query' | 'children'>;

function Figures<Data>(props: FiguresProps<Data>) {
  const waiting = <LinesSkeleton lines={10} />;
  return <Loaded {...props} waiting={waiting} failure="The statistics could not be loaded." />;
}
