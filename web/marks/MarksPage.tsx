import { Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core';
import IconAdjustments from '~icons/adjustments-horizontal';
import IconTable from '~icons/table';
import { useQuery } from '@tanstack/react-query';
import { calculateLine, prepareLines } from '@vlabs/contract/marks/lines';
import { type Sheet, getMarksSheet } from '@vlabs/contract/marks/marks';
import { useDeferredValue, useMemo, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { queryOf } from '../platform/calls/query-of.ts';
import { PageOfClass } from '../ui/frame/PageOfClass.tsx';
import { Empty } from '../ui/states.tsx';
import { SearchField } from '../ui/table/SearchField.tsx';
import { useSearchText } from '../ui/table/use-search-text.ts';
import { ArrangeDialog } from './arrange/ArrangeDialog.tsx';
import { ExportButtons } from './ExportButtons.tsx';
import { type SheetRow, SheetTable } from './SheetTable.tsx';

/** The sheet of marks of a class. */
export function MarksPage() {
  const { classId = '' } = useParams();
  return (
    <PageOfClass
      heading="Marks"
      width="whole"
      query={useQuery(queryOf(getMarksSheet, { params: { classId } }))}
      failure="The marks could not be loaded."
      introduction={({ className, subject, term }) => [className, subject, term].join(', ')}
      back={{ label: 'Class', path: `/admin/dashboard/classes/${classId}?tab=work` }}
    >
      {(sheet) => <SheetOf sheet={sheet} />}
    </PageOfClass>
  );
}

function SheetOf({ sheet }: { sheet: Sheet }) {
  const [isArranging, setIsArranging] = useState(false);
  const [isShort, setIsShort] = useState(false);
  const [search, setSearch] = useSearchText();
  const [address, setAddress] = useSearchParams();
  const section = sheet.sections.find(({ sectionId }) => sectionId === address.get('section'));
  const rows = useRows(sheet);
  const shown = filterRows(rows, useDeferredValue(search), section?.name ?? null);
  const isGrouped = sheet.arrangement.groups.length > 0;
  const chooseSection = (id: string | null) =>
    setAddress(
      (current) => {
        current.delete('section');
        if (id !== null) current.set('section', id);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  const { columns, arrangement, students, mayArrange } = sheet;
  if (students.length === 0 || columns.length === 0) return <NoMarks sheet={sheet} />;
  return (
    <Stack gap="md">
      <Group gap="sm" align="flex-end">
        <SearchField label="Search students" text={search} onSearch={setSearch} />
        {sheet.sections.length > 0 && (
          <Select
            aria-label="Section"
            placeholder="All sections"
            clearable
            clearButtonProps={{ 'aria-label': 'All sections' }}
            data={sheet.sections.map(({ sectionId, name }) => ({ value: sectionId, label: name }))}
            value={section?.sectionId ?? null}
            onChange={chooseSection}
          />
        )}
        {mayArrange && (
          <Button
            variant="default"
            leftSection={<IconAdjustments size={16} aria-hidden />}
            onClick={() => setIsArranging(true)}
          >
            Arrange
          </Button>
        )}
        <ExportButtons classId={sheet.classId} section={section?.sectionId} />
      </Group>
      {isGrouped ? (
        <Checkbox
          label="Only points and totals"
          checked={isShort}
          onChange={(event) => setIsShort(event.currentTarget.checked)}
        />
      ) : (
        <Text c="dimmed">
          There are no totals yet.{' '}
          {mayArrange && 'Choose Arrange to group the tests and assignments and give weights.'}
        </Text>
      )}
      {shown.length === 0 ? (
        <Text c="dimmed">No matches. Try fewer words.</Text>
      ) : (
        <SheetTable
          columns={columns}
          arrangement={arrangement}
          rows={shown}
          isShort={isGrouped && isShort}
        />
      )}
      <Legend sheet={sheet} />
      {isArranging && <ArrangeDialog sheet={sheet} onClose={() => setIsArranging(false)} />}
    </Stack>
  );
}

function useRows({ columns, students, arrangement }: Sheet): SheetRow[] {
  return useMemo(() => {
    const rules = prepareLines(columns, arrangement);
    return students.map((student) => ({ student, line: calculateLine(rules, student.cells) }));
  }, [columns, students, arrangement]);
}

function filterRows(rows: SheetRow[], search: string, section: string | null): SheetRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ student: { name, personId, sections } }) => {
    const text = `${name} ${personId}`.toLowerCase();
    return (
      words.every((word) => text.includes(word)) && (section === null || sections.includes(section))
    );
  });
}

function NoMarks({ sheet: { students } }: { sheet: Sheet }) {
  return (
    <Empty icon={IconTable} title="No marks yet">
      {students.length === 0
        ? 'Add students to the class. Each of them has a row here.'
        : 'Publish a test or create an assignment for the class. Each of them has a column here.'}
    </Empty>
  );
}

function Legend({ sheet: { arrangement } }: { sheet: Sheet }) {
  const words = [
    `${arrangement.form.absent}: absent, counts 0.`,
    'To mark: handed in, has no marks yet.',
    '–: not over yet.',
    'n/a: not for this student.',
    ...(arrangement.groups.some(({ rule }) => rule.which !== 'all')
      ? ['(8): does not count by the rule of its group.']
      : []),
  ];
  return (
    <Text size="sm" c="dimmed">
      {words.join(' ')}
    </Text>
  );
}
