import { Counters } from '../../ui/Counters.tsx';

/** Counters of the student's progress. */
export function AttemptCounters({ total, answered }: { total: number; answered: number }) {
  return (
    <Counters
      counters={[
        { label: 'Total Questions', value: total },
        { label: 'Total UnAnswered', value: total - answered },
        { label: 'Total Answered', value: answered },
      ]}
    />
  );
}
