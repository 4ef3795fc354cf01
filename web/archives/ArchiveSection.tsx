import { Alert, Button, Code, CopyButton, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import IconAlertTriangle from '~icons/alert-triangle';
import IconCopy from '~icons/copy';
import {
  type Archive,
  downloadArchive,
  printSlip,
  listArchives,
} from '@vlabs/contract/archives/archives';
import { queryOf, useRefresh } from '../platform/calls/query-of.ts';
import { useReachesAll } from '../platform/calls/use-account.ts';
import { useTask } from '../platform/calls/use-task.ts';
import { DownloadButton } from '../ui/DownloadButton.tsx';
import { Moment } from '../ui/dates/Moment.tsx';
import { formatSize } from '../ui/progress/sizes.ts';
import { LinesSkeleton, Loaded } from '../ui/states.tsx';
import classes from './ArchiveSection.module.css';
import {
  describeAttempts,
  describeChanged,
  describeMaking,
  describeReason,
} from './describe-archive.ts';
import { Waiting } from './Waiting.tsx';

interface ArchiveSectionProps {
  uniqueId: string;
  /** Undefined for the whole campus. */
  classId: string | undefined;
}

/** The sealed archives of a test; nothing for assistants of some sections, who do not see the whole test. */
export function ArchiveSection({ uniqueId, classId }: ArchiveSectionProps) {
  if (!useReachesAll(classId)) return null;
  return (
    <section aria-labelledby="archive">
      <Title order={2} mb="sm" id="archive">
        Archive
      </Title>
      <Archives uniqueId={uniqueId} />
    </section>
  );
}

const isBeingMade = ({ state }: Archive): boolean => state === 'waiting' || state === 'running';

function Archives({ uniqueId }: { uniqueId: string }) {
  const query = useQuery(queryOf(listArchives, { params: { uniqueId } }));
  const refresh = useRefresh(listArchives);
  const isFollowed = query.data?.archives.some(isBeingMade) ?? false;
  const progress = useTask(isFollowed ? { kind: 'archive', id: uniqueId } : null, refresh);
  return (
    <Loaded
      query={query}
      waiting={<LinesSkeleton lines={3} />}
      failure="The archives could not be loaded."
    >
      {({ archives, wait }) => (
        <Stack gap="sm">
          <Text c="dimmed">
            When the test is over and judged, everything of it is sealed in one file by itself.
            Anybody can verify the file without V-labs.
          </Text>
          {wait && <Waiting wait={wait} />}
          {archives.map((archive) =>
            isBeingMade(archive) ? (
              <Text key={archive.number} component="output">
                {describeMaking(archive, progress)}
              </Text>
            ) : (
              <OneArchive key={archive.number} uniqueId={uniqueId} archive={archive} />
            ),
          )}
        </Stack>
      )}
    </Loaded>
  );
}

function OneArchive({ uniqueId, archive }: { uniqueId: string; archive: Archive }) {
  const { number, reason, total, sealedAt, sizeBytes, state } = archive;
  return (
    <Paper withBorder p="md" component="article" aria-label={`Archive ${number}`}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <div>
            <Title order={3} size="h4">
              Archive {number}
            </Title>
            <Text size="sm">
              Sealed {sealedAt !== null && <Moment at={sealedAt} />}, because{' '}
              {describeReason(reason)}. {describeAttempts(total ?? 0)}
              {sizeBytes !== null && state === 'sealed' && `, ${formatSize(sizeBytes)}`}.
            </Text>
          </div>
          <Group gap="xs">
            <DownloadButton
              label="Slip"
              name={`Print the slip of archive ${number}`}
              address={addressOf(printSlip.path, { uniqueId, number })}
            />
            {state === 'sealed' && (
              <DownloadButton
                label="Download"
                name={`Download archive ${number}`}
                address={addressOf(downloadArchive.path, { uniqueId, number })}
              />
            )}
          </Group>
        </Group>
        {archive.isBroken && <Broken />}
        {state === 'removed' && (
          <Text size="sm">Its file was deleted. The hashes below are kept.</Text>
        )}
        {number > 1 && <Text size="sm">{describeChanged(archive)}</Text>}
        <Hash label="SHA-256 of manifest.sha256" of={number} value={archive.manifestSha256 ?? ''} />
        <Hash label="SHA-256 of the ZIP file" of={number} value={archive.zipSha256 ?? ''} />
        {archive.verifiedAt !== null && !archive.isBroken && state === 'sealed' && (
          <Text size="sm" c="dimmed">
            Last verified <Moment at={archive.verifiedAt} />.
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

function Broken() {
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="This archive is damaged">
      Its file is missing or differs from its hashes. Tell the operator of V-labs, who can restore
      it from a backup. Copies that verify are still valid.
    </Alert>
  );
}

function Hash({ label, of, value }: { label: string; of: number; value: string }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code className={classes.hash ?? ''}>{value}</Code>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconCopy size={14} aria-hidden />}
              aria-label={`Copy the ${label} of archive ${of}`}
              className={classes.copy ?? ''}
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
    </div>
  );
}

const addressOf = (path: string, of: { uniqueId: string; number: number }): string =>
  path.replace(':uniqueId', of.uniqueId).replace(':number', String(of.number));
