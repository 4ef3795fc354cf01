import { Anchor, Text } from '@mantine/core';
import type { AuditLine } from '@vlabs/contract/audit/audit';
import { auditWords } from '@vlabs/contract/http/audit-actions';
import { Link } from 'react-router';
import { describeBrowser } from '@vlabs/contract/auth/describe-browser';
import { Moment } from '../ui/dates/Moment.tsx';
import type { Column } from '../ui/table/table-columns.ts';

/** Actors that are not people. */
const nameless: Partial<Record<string, string>> = {
  link: 'Anyone with the link',
  server: 'Server (retention rule)',
};

export const auditColumns: Column<AuditLine>[] = [
  {
    id: 'when',
    label: 'When',
    moment: ({ at }) => at,
    cell: ({ at }) => <Moment at={at} withSeconds />,
  },
  {
    id: 'who',
    label: 'Who',
    cell: ({ by, byName }) => (
      <div>
        {byName ?? nameless[by] ?? 'Command line'}
        {byName !== null && (
          <Text size="sm" c="dimmed" ff="monospace">
            {by}
          </Text>
        )}
      </div>
    ),
  },
  { id: 'what', label: 'Action', cell: ({ action }) => auditWords[action] },
  { id: 'subject', label: 'Subject', cell: (line) => <Concerned line={line} /> },
  {
    id: 'details',
    label: 'Details',
    cell: ({ details }) => (
      <Text size="sm" maw="26rem" style={{ overflowWrap: 'anywhere' }}>
        {describeDetails(details)}
      </Text>
    ),
  },
  {
    id: 'from',
    label: 'Origin',
    cell: ({ address, browser }) => (
      <div>
        <Text span size="sm" ff="monospace">
          {address ?? '–'}
        </Text>
        {browser !== null && (
          <Text size="sm" c="dimmed" title={browser}>
            {describeBrowser(browser)}
          </Text>
        )}
      </div>
    ),
  },
];

function Concerned({ line: { action, personId, personName, subject } }: { line: AuditLine }) {
  const path = subject && action !== 'delete-quiz' ? pathOf(subject) : null;
  if (personId === null && subject === null) return '–';
  return (
    <div>
      {personId !== null && (
        <div>
          {personName ?? 'Unknown'}{' '}
          <Text span size="sm" c="dimmed" ff="monospace">
            {personId}
          </Text>
        </div>
      )}
      {subject !== null &&
        (path === null ? (
          subject.name
        ) : (
          <Anchor component={Link} to={path} fz="inherit">
            {subject.name}
          </Anchor>
        ))}
    </div>
  );
}

function pathOf({ kind, id }: NonNullable<AuditLine['subject']>): string | null {
  if (kind === 'quiz') return `/admin/dashboard/quizview/${id}`;
  return kind === 'assignment' ? `/admin/dashboard/assignments/${id}` : null;
}

/** `marks: 7; max marks: 10`. */
function describeDetails(details: AuditLine['details']): string {
  const filled = Object.entries(details).filter(([, value]) => value !== null && value !== '');
  return filled.map(([name, value]) => `${inWords(name)}: ${describe(value)}`).join('; ');
}

const inWords = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function describe(value: unknown): string {
  if (Array.isArray(value)) return value.map(describe).join(' ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
