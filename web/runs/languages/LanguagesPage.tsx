import { Code, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { listLanguages } from '@vlabs/contract/runs/judge0';
import { languageOf } from '@vlabs/contract/runs/languages';
import {
  type OfferedLanguage,
  listOfferedLanguages,
  turnLanguage,
} from '@vlabs/contract/runs/offered-languages';
import { call } from '../../platform/calls/call.ts';
import { queryOf, useRefresh } from '../../platform/calls/query-of.ts';
import { Page } from '../../ui/frame/Page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column } from '../../ui/table/table-columns.ts';

const AS_GIVEN = { column: '', direction: 'ascending' } as const;

/** The programming languages of this installation, for campus admins. */
export function LanguagesPage() {
  const query = useQuery(queryOf(listOfferedLanguages, {}));
  return (
    <Page
      heading="Programming languages"
      width="whole"
      introduction="People can choose the languages that are on, in the Workspace and for new assignments and questions. Programs that were handed in or submitted stay readable and are judged even if their language is turned off."
    >
      <Loaded query={query} failure="The languages could not be loaded.">
        {(all) => (
          <Stack gap="lg">
            <DataTable
              label="Programming languages"
              columns={columns}
              rows={all}
              rowId={({ language }) => language}
              sortedAtFirst={AS_GIVEN}
            />
            {all.some(({ installed }) => installed === null) && <HowToInstall />}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

const HowToInstall = () => (
  <Text size="sm" maw="44rem">
    To install a language, run this on the machine of each runner, in the folder of V-labs, with the
    name from the table: <Code>npm run languages -- add go</Code>. It installs Debian’s packages and
    turns the language on. Running programs are not interrupted.
  </Text>
);

function OnOff({ row: { language, isOn, isUsual, installed } }: { row: OfferedLanguage }) {
  const refresh = useRefresh(listOfferedLanguages, listLanguages);
  const { name } = languageOf(language);
  const turn = useMutation({
    mutationFn: (wanted: boolean) =>
      call(turnLanguage, { params: { language }, body: { isOn: wanted } }),
    onSettled: refresh,
  });
  if (isUsual) return 'Always on';
  return (
    <Stack gap={4}>
      <Switch
        aria-label={name}
        label={isOn ? 'On' : 'Off'}
        checked={isOn}
        disabled={turn.isPending || (installed === null && !isOn)}
        onChange={({ currentTarget: { checked } }) => turn.mutate(checked)}
      />
      {turn.isError && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {name} could not be turned {isOn ? 'off' : 'on'}. Try again.
        </Text>
      )}
    </Stack>
  );
}

/** Whether programs can be stepped through. */
function Stepping({ row: { installed, tracer } }: { row: OfferedLanguage }) {
  if (installed === null) return null;
  if (tracer === null) return 'No';
  if (tracer.fault === null) return 'Yes';
  return (
    <Stack gap={0}>
      Not here
      <Text size="sm" c="dimmed" maw="24rem">
        {tracer.fault}
      </Text>
    </Stack>
  );
}

/** The version, or what installing it adds. */
function describeTools({ language, installed }: OfferedLanguage): string {
  if (installed !== null) return installed;
  const megabytes = languageOf(language).optional?.megabytes ?? 0;
  return megabytes === 0 ? 'No' : `No (adds ${megabytes} MB)`;
}

const columns: Column<OfferedLanguage>[] = [
  {
    id: 'language',
    label: 'Language',
    sortBy: ({ language }) => languageOf(language).name.toLowerCase(),
    cell: ({ language }) => languageOf(language).name,
  },
  { id: 'key', label: 'Name for commands', isCode: true, cell: ({ language }) => language },
  {
    id: 'installed',
    label: 'Installed',
    cell: describeTools,
  },
  { id: 'step', label: 'Step through', cell: (row) => <Stepping row={row} /> },
  { id: 'state', label: 'State', cell: (row) => <OnOff row={row} /> },
];
