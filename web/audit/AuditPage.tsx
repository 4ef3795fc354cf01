import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import IconDownload from '~icons/download';
import IconHistory from '~icons/history';
import type { AuditLine } from '@vlabs/contract/audit/audit';
import { AuditAction, auditWords } from '@vlabs/contract/http/audit-actions';
import { Link, useSearchParams } from 'react-router';
import { DataTable } from '../ui/table/DataTable.tsx';
import { Page } from '../ui/frame/Page.tsx';
import { SearchField } from '../ui/table/SearchField.tsx';
import { Empty, LinesSkeleton, Loaded } from '../ui/states.tsx';
import { useSearchText } from '../ui/table/use-search-text.ts';
import { auditColumns } from './audit-columns.tsx';
import { readAuditFilter, readBefore } from './audit-filter.ts';
import { type AuditQuery, useAuditExport, useAuditLines } from './use-audit-log.ts';

/** A new filter starts at the newest lines. */
const PAGING = ['before'] as const;

/** The audit log: actor, action, subject, time and origin. Read-only. */
export function AuditPage() {
  const [address] = useSearchParams();
  const filter = readAuditFilter(address);
  const exporting = useAuditExport(filter);
  return (
    <Page
      heading="Audit log"
      width="whole"
      introduction="Actions of admins, newest first. Entries can’t be changed, and are deleted only after the period set under Data protection."
      action={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={exporting.isPending}
          onClick={() => exporting.mutate()}
        >
          Export CSV
        </Button>
      }
    >
      <Filters />
      <Lines filter={filter} before={readBefore(address)} />
    </Page>
  );
}

const actions = AuditAction.options
  .map((value) => ({ value, label: auditWords[value] }))
  .toSorted((one, other) => one.label.localeCompare(other.label));

function Filters() {
  const [address, setAddress] = useSearchParams();
  const [search, setSearch] = useSearchText('q', PAGING);
  const [person, setPerson] = useSearchText('person', PAGING);
  const choose = (name: string, value: string) =>
    setAddress(
      (current) => {
        if (value === '') current.delete(name);
        else current.set(name, value);
        for (const other of PAGING) current.delete(other);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  const day = (name: 'from' | 'to', label: string) => (
    <TextInput
      type="date"
      label={label}
      value={address.get(name) ?? ''}
      onChange={({ currentTarget }) => choose(name, currentTarget.value)}
    />
  );
  return (
    <Group mb="md" gap="sm" align="flex-end">
      <SearchField label="Search the log" text={search} onSearch={setSearch} />
      <TextInput
        label="Person"
        placeholder="Roll number of the actor or person concerned"
        value={person}
        onChange={({ currentTarget }) => setPerson(currentTarget.value)}
      />
      <Select
        label="Action"
        placeholder="Anything"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Show all actions' }}
        data={actions}
        value={AuditAction.safeParse(address.get('action')).data ?? null}
        onChange={(value) => choose('action', value ?? '')}
      />
      {day('from', 'From')}
      {day('to', 'To')}
    </Group>
  );
}

function Lines({ filter, before }: { filter: AuditQuery; before: number | null }) {
  return (
    <Loaded
      query={useAuditLines(filter, before)}
      waiting={<LinesSkeleton lines={10} />}
      failure="The audit log could not be loaded."
    >
      {({ lines, next }) => <Found filter={filter} before={before} lines={lines} next={next} />}
    </Loaded>
  );
}

interface FoundProps {
  filter: AuditQuery;
  before: number | null;
  lines: AuditLine[];
  next: number | null;
}

function Found({ filter, before, lines, next }: FoundProps) {
  const isNarrowed = Object.keys(filter).length > 0 || before !== null;
  if (lines.length === 0 && !isNarrowed) {
    return (
      <Empty icon={IconHistory} title="No lines yet">
        Every change by an admin will appear here, starting with the next sign-in.
      </Empty>
    );
  }
  return (
    <>
      {lines.length === 0 ? (
        <Text>No entries match. Remove a filter or choose other days.</Text>
      ) : (
        <DataTable
          label="Audit log"
          columns={auditColumns}
          rows={lines}
          rowId={({ id }) => String(id)}
          sortedAtFirst={{ column: 'when', direction: 'descending' }}
          isWide
        />
      )}
      <Paging next={next} before={before} />
    </>
  );
}

function Paging({ next, before }: { next: number | null; before: number | null }) {
  const [address] = useSearchParams();
  const to = (id: number | null) => {
    const other = new URLSearchParams(address);
    if (id === null) other.delete('before');
    else other.set('before', String(id));
    return { search: `?${other}` };
  };
  if (next === null && before === null) return null;
  return (
    <Group mt="md" gap="sm">
      {before !== null && (
        <Button variant="default" component={Link} to={to(null)}>
          Newest lines
        </Button>
      )}
      {next !== null && (
        <Button variant="default" component={Link} to={to(next)}>
          Older lines
        </Button>
      )}
    </Group>
  );
}
