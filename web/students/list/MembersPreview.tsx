import { Checkbox, Stack, Text } from '@mantine/core';
import type { OfMembers, Planned } from '@vlabs/contract/students/student-lists';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column } from '../../ui/table/table-columns.ts';
import type { ListImport } from './use-list-import.ts';

interface MembersPreviewProps {
  /** What the counts refer to. */
  lead: string;
  planned: Planned;
  /** Members it may remove; nobody if absent. */
  ofMembers?: OfMembers;
  list: ListImport;
  isBusy: boolean;
}

interface Fault {
  line: number;
  message: string;
  cells: Record<string, string>;
}

/** What a list would do in classes: counts, removals, and ignored lines. */
export function MembersPreview({ lead, planned, ofMembers, list, isBusy }: MembersPreviewProps) {
  const { added, changed, unchanged } = planned;
  const faults = faultsOf(planned);
  const left = faults.length === 1 ? '1 line is skipped' : `${faults.length} lines are skipped`;
  return (
    <Stack gap="sm">
      <Text component="output">
        {`${lead}: ${added} will be added, ${changed} changed, ${unchanged} are unchanged${faults.length > 0 ? `, and ${left}` : ''}.`}
      </Text>
      {ofMembers && ofMembers.missing > 0 && (
        <Checkbox
          label={`This list is complete for its classes:  ${countMissing(ofMembers)}`}
          description={adviceOn(ofMembers)}
          checked={list.decided.endsMissing}
          disabled={isBusy || ofMembers.hasUnread}
          onChange={({ currentTarget }) => list.decideEnds(currentTarget.checked)}
        />
      )}
      {faults.length > 0 && (
        <DataTable
          label="Skipped lines"
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
  if (hasUnread)
    return 'First correct the lines that can’t be read. They may contain these members.';
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
