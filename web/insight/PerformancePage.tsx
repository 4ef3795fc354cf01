import { Button, SegmentedControl, Select } from '@mantine/core';
import { IconChartBar, IconPrinter } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { SatQuiz } from '@vlabs/contract/insight';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '../platform/calls/call.ts';
import { useStudents } from '../students/use-students.ts';
import { formatMoment } from '../ui/dates/dates.ts';
import { Page } from '../ui/frame/Page.tsx';
import { Empty, Failed, LinesSkeleton } from '../ui/states.tsx';
import { ClassComparison, type Work } from './ClassComparison.tsx';
import { ClassView } from './ClassView.tsx';
import classes from './PerformancePage.module.css';
import { QuizView } from './quiz/QuizView.tsx';
import { StudentView } from './student/StudentView.tsx';
import { TermChoice } from './TermChoice.tsx';
import { type Term, readDay, termOf } from './term.ts';
import {
  newestOf,
  useClassComparison,
  useQuizPerformance,
  useSatQuizzes,
  useStudentPerformance,
} from './use-performance.ts';

const views = [
  { value: 'quiz', label: 'By quiz' },
  { value: 'student', label: 'By student' },
  { value: 'class', label: 'By class' },
];

/** How the class did, which questions failed and why, and who needs help. */
export function PerformancePage() {
  const [search, setSearch] = useSearchParams();
  const by = search.get('by') ?? 'quiz';
  const isOfTerm = by === 'class' && search.get('quiz') === null;
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
            withTerm={by === 'class'}
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
  const { data = [] } = useSatQuizzes();
  if (data.length === 0) return null;
  const quizzes = data.map((quiz) => ({ value: quiz.uniqueId, label: nameOf(quiz) }));
  return (
    <Select
      label="Quiz"
      className={classes.choice ?? ''}
      searchable
      allowDeselect={false}
      data={withTerm ? [WHOLE_TERM, ...quizzes] : quizzes}
      value={chosen ?? (withTerm ? WHOLE_TERM.value : (newestOf(data)?.uniqueId ?? null))}
      onChange={(value) => value !== null && onChoose(value)}
    />
  );
}

const nameOf = ({ topic, subjectId, startsAt }: SatQuiz) =>
  `${topic || subjectId}, ${formatMoment(startsAt)}`;

const SHOWN_AT_ONCE = 50;

function StudentChoice({ chosen, onChoose }: ChoiceProps) {
  const { data = [] } = useStudents();
  return (
    <Select
      label="Student"
      placeholder="Type a name or a roll number"
      className={classes.choice ?? ''}
      searchable
      allowDeselect={false}
      limit={SHOWN_AT_ONCE}
      data={data.map(({ rollNumber, name }) => ({
        value: rollNumber,
        label: `${name} (${rollNumber})`,
      }))}
      value={chosen}
      onChange={(value) => value !== null && onChoose(value)}
    />
  );
}

function ByQuiz({ chosen, by }: { chosen: string | null; by: string }) {
  const quizzes = useSatQuizzes();
  const uniqueId = chosen ?? newestOf(quizzes.data ?? [])?.uniqueId;
  if (uniqueId !== undefined) return <OneQuiz uniqueId={uniqueId} by={by} />;
  return (
    <Loaded query={quizzes}>
      {() => (
        <Empty icon={IconChartBar} title="No results yet">
          How the class did, which questions failed and who needs help will be shown here once tests
          were taken.
        </Empty>
      )}
    </Loaded>
  );
}

function ByClass({ term, work }: { term: Term; work: Work }) {
  return (
    <Loaded query={useClassComparison(term)}>
      {({ groups, ...counts }) => (
        <ClassComparison groups={groups} term={term} work={work} count={counts[work]} />
      )}
    </Loaded>
  );
}

function OneQuiz({ uniqueId, by }: { uniqueId: string; by: string }) {
  return (
    <Loaded query={useQuizPerformance(uniqueId)}>
      {(performance) =>
        by === 'class' ? (
          <ClassView performance={performance} />
        ) : (
          <QuizView performance={performance} />
        )
      }
    </Loaded>
  );
}

function ByStudent({ rollNumber }: { rollNumber: string | null }) {
  if (rollNumber === null) {
    return (
      <Empty icon={IconChartBar} title="Choose a student">
        Results, trend, missing work and topics of one student are shown here.
      </Empty>
    );
  }
  return <OneStudent rollNumber={rollNumber} />;
}

function OneStudent({ rollNumber }: { rollNumber: string }) {
  return (
    <Loaded query={useStudentPerformance(rollNumber)}>
      {(performance) => <StudentView performance={performance} />}
    </Loaded>
  );
}

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}

function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  const { data, error, isPending, isFetching, refetch } = query;
  if (isPending) return <LinesSkeleton lines={10} />;
  if (data !== undefined) return children(data);
  return (
    <Failed
      message={`The figures could not be loaded. ${messageOf(error)}`}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  );
}
