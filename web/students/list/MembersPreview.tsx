import { Checkbox, Stack, Text } from '@mantine/core';
import type { OfMembers, Planned } from '@vlabs/contract/people/student-lists';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column } from '../../ui/table/table-columns.ts';
import type { ListImport } from './use-list-import.ts';

interface MembersPreviewProps {
  /** What the counts are of. */
  lead: string;
  planned: Planned;
  /** Whom it may end; nobody where that is not said. */
  ofMembers?: OfMembers;
  list: ListImport;
  isBusy: boolean;
}

interface Fault {
  line: number;
  message: string;
  cells: Record<string, string>;
}

/** What a list would do in classes: counts, whom it would end, and the lines that are left out. */
export function MembersPreview({ lead, planned, ofMembers, list, isBusy }: MembersPreviewProps) {
  const { added, changed, unchanged } = planned;
  const faults = faultsOf(planned);
  const left = faults.length === 1 ? '1 line is left out' : `${faults.length} lines are left out`;
  return (
    <Stack gap="sm">
      <Text component="output">
        {`${lead}: ${added} will be added, ${changed} changed, ${unchanged} are as they were${faults.length > 0 ? `, and ${left}` : ''}.`}
      </Text>
      {ofMembers && ofMembers.missing > 0 && (
        <Checkbox
          label={`This list is whole for its classes: ${countMissing(ofMembers)}`}
          description={adviceOn(ofMembers)}
          checked={list.decided.endsMissing}
          disabled={isBusy || ofMembers.hasUnread}
          onChange={({ currentTarget }) => list.decideEnds(currentTarget.checked)}
        />
      )}
      {faults.length > 0 && (
        <DataTable
          label="Lines that are left out"
          columns={columnsOf(planned.columns)}
          rows={faults}
          rowId={({ line }) => String(line)}
          sortedAtFirst={{ column: 'line', direction: 'ascending' }}
          sortName="faults"
        />
      )}
    </Stack>
  );
}

function adviceOn({ areMany, hasUnread }: OfMembers): string {
  if (hasUnread) return 'Correct the lines that cannot be read first: they may stand on these.';
  return areMany
    ? 'These are more than a tenth. Look whether the list is whole before you tick this.'
    : 'Who was added by hand or by a code stays in any case.';
}

const countMissing = ({ missing, byLists }: OfMembers): string =>
  missing === 1
    ? `1 of ${byLists} who came by lists is not in it, and leaves`
    : `${missing} of ${byLists} who came by lists are not in it, and leave`;

function faultsOf({ lines, rows, problems }: Planned): Fault[] {
  const messages = Map.groupBy(problems, ({ line }) => line);
  return lines.map(({ line }, place) => ({
    line,
    message: (messages.get(line) ?? []).map(({ message }) => message).join(' '),
    cells: rows[place] ?? {},
  }));
}

const columnsOf = (headings: string[]): Column<Fault>[] => [
  { id: 'line', label: 'Line', sortBy: ({ line }) => line, cell: ({ line }) => line },
  { id: 'why', label: 'Why', sortBy: ({ message }) => message, cell: ({ message }) => message },
  ...headings.map((heading): Column<Fault> => ({
    id: heading,
    label: heading,
    sortBy: ({ cells }) => cells[heading] ?? '',
    cell: ({ cells }) => cells[heading],
  })),
];
