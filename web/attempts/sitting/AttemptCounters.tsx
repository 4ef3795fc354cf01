import { Counters } from '../../ui/Counters.tsx';

/** How far one is. */
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
