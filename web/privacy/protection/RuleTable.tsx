import { Button, Text } from '@mantine/core';
import type { DataProtection, RuleState } from '@vlabs/contract/privacy/retention';
import { useState } from 'react';
import { Moment } from '../../ui/dates/Moment.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column } from '../../ui/table/table-columns.ts';
import { PeriodDialog } from './PeriodDialog.tsx';
import { describeRule, ruleWords } from './rule-words.ts';

const YEAR_DAYS = 365;
const AS_GIVEN = { column: '', direction: 'ascending' } as const;

/** The retention rules with their periods. */
export function RuleTable({
  protection: { rules, serverRunDays },
}: {
  protection: DataProtection;
}) {
  const [changed, setChanged] = useState<RuleState | null>(null);
  const columns = columnsOf(serverRunDays, setChanged);
  return (
    <>
      <DataTable
        label="How long data is kept"
        columns={columns}
        rows={rules}
        rowId={({ rule }) => rule}
        sortedAtFirst={AS_GIVEN}
      />
      {changed && <PeriodDialog state={changed} onClose={() => setChanged(null)} />}
    </>
  );
}

function Period({ state, serverRunDays }: { state: RuleState; serverRunDays: number }) {
  const [openedAt] = useState(() => Date.now());
  const { fromAt } = state;
  return (
    <div>
      {describeRule(state, serverRunDays)}
      {state.rule === 'runs' && state.months === null && serverRunDays < YEAR_DAYS && (
        <Text size="sm" c="dimmed">
          This is less than the legal minimum of one year. A period set here overrides it.
        </Text>
      )}
      {fromAt !== null && Date.parse(fromAt) > openedAt && (
        <Text size="sm" c="dimmed">
          Effective from <Moment at={fromAt} />
        </Text>
      )}
    </div>
  );
}

const columnsOf = (
  serverRunDays: number,
  onChange: (state: RuleState) => void,
): Column<RuleState>[] => [
  {
    id: 'what',
    label: 'What',
    cell: ({ rule }) => (
      <div>
        <Text fw={600}>{ruleWords[rule].name}</Text>
        <Text size="sm" c="dimmed" maw="34rem">
          {ruleWords[rule].what}
        </Text>
      </div>
    ),
  },
  {
    id: 'period',
    label: 'Period',
    cell: (state) => <Period state={state} serverRunDays={serverRunDays} />,
  },
  {
    id: 'change',
    label: 'Change',
    cell: (state) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Change the period of ${ruleWords[state.rule].name}`}
        onClick={() => onChange(state)}
      >
        Change
      </Button>
    ),
  },
];
