import { Anchor, Box, Text, Title } from '@mantine/core';
import type { KeyPreview, Scored } from '@vlabs/contract/insight/key-corrections';
import { Link } from 'react-router';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column } from '../../ui/table/table-columns.ts';
import { FigureList } from '../parts/FigureList.tsx';
import { showNumber, showPercent } from '../parts/figures.ts';

interface KeyEffectProps {
  effect: KeyPreview;
  /** A preview is being calculated. */
  isOld: boolean;
}

/** A preview of the scores that a correction would change. */
export function KeyEffect({ effect, isOld }: KeyEffectProps) {
  const { before, after, changed, submitted, working, question } = effect;
  return (
    <section aria-labelledby="effect" aria-busy={isOld}>
      <Title order={2} id="effect" mb="xs">
        Effect of this change
      </Title>
      <Text mb="md">
        {sayChanges(changed, submitted)} {sayWorking(working)}
      </Text>
      <Box mb="lg">
        <FigureList
          figures={[
            {
              label: 'Mean score',
              value: `${showNumber(before.mean)} → ${showNumber(after.mean)}`,
              method: 'Sum of the scores, divided by the submitted attempts.',
            },
            {
              label: 'Total score',
              value: `${showNumber(before.totalScore)} → ${showNumber(after.totalScore)}`,
              method: 'The sum of points of all questions that count.',
            },
            {
              label: 'Facility',
              value: `${showPercent(before.facility)} → ${showPercent(after.facility)}`,
              method: `Mean mark of question ${question.number}.`,
            },
            {
              label: 'Discrimination index',
              value: `${showPercent(before.discriminationIndex)} → ${showPercent(after.discriminationIndex)}`,
              method: 'Correlation of its mark with the rest of the total.',
            },
          ]}
        />
      </Box>
      {changed.length > 0 && (
        <DataTable
          label="Scores that change"
          columns={columnsOf(effect)}
          rows={changed}
          rowId={({ userId }) => userId}
          sortedAtFirst={{ column: 'change', direction: 'descending' }}
          searchLabel="Search students"
          exportName={`key of question ${question.number} - dry run`}
        />
      )}
    </section>
  );
}

function sayChanges(changed: readonly Scored[], submitted: number): string {
  const better = changed.filter(({ before, after }) => before === null || after > before).length;
  const worse = changed.filter(({ before, after }) => before !== null && after < before).length;
  const of = `${submitted} submitted ${submitted === 1 ? 'attempt' : 'attempts'}`;
  if (changed.length === 0) return `No scores change (${of}).`;
  const same = changed.length - better - worse;
  const parts = [
    `${better} up`,
    `${worse} down`,
    ...(same > 0 ? [`${same} only in per cent`] : []),
  ];
  return `${changed.length} of ${of} ${changed.length === 1 ? 'changes' : 'change'}: ${parts.join(', ')}.`;
}

function sayWorking(working: number): string {
  if (working === 0) return '';
  return working === 1
    ? '1 student is still working and will be scored with the new key.'
    : `${working} students are still working and will be scored with the new key.`;
}

const side = (score: number | null, total: number): string =>
  score === null
    ? 'Not judged'
    : `${showNumber(score)} of ${showNumber(total)} (${showPercent((100 * score) / total)})`;

function columnsOf({ before, after }: KeyPreview): Column<Scored>[] {
  return [
    {
      id: 'roll',
      label: 'Roll no',
      isCode: true,
      sortBy: ({ userId }) => userId,
      cell: ({ userId }) => (
        <Anchor
          fz="inherit"
          component={Link}
          to={`/admin/dashboard/students/${encodeURIComponent(userId)}`}
        >
          {userId}
        </Anchor>
      ),
    },
    { id: 'name', label: 'Name', sortBy: ({ name }) => name, cell: ({ name }) => name },
    {
      id: 'before',
      label: 'Before',
      isCode: true,
      sortBy: (row) => row.before ?? -1,
      cell: (row) => side(row.before, before.totalScore),
    },
    {
      id: 'after',
      label: 'After',
      isCode: true,
      sortBy: (row) => row.after,
      cell: (row) => side(row.after, after.totalScore),
    },
    {
      id: 'change',
      label: 'Change',
      isCode: true,
      sortBy: changeOf,
      cell: (row) => showChange(changeOf(row)),
    },
  ];
}

const changeOf = ({ before, after }: Scored): number => after - (before ?? 0);

function showChange(change: number): string {
  const rounded = Number(change.toFixed(9));
  if (rounded === 0) return '0';
  return rounded > 0 ? `+${showNumber(rounded)}` : `−${showNumber(-rounded)}`;
}
