import { Anchor, Group, Stack, Tabs } from '@mantine/core';
import IconArrowLeft from '~icons/arrow-left';
import { useQuery } from '@tanstack/react-query';
import { type ClassDetails, getClass } from '@vlabs/contract/classes/classes';
import { hasRight } from '@vlabs/contract/http/rights';
import { Link, useParams, useSearchParams } from 'react-router';
import { CallError } from '../platform/calls/call.ts';
import { queryOf } from '../platform/calls/query-of.ts';
import { NotFoundPage } from '../ui/frame/NotFoundPage.tsx';
import { Page } from '../ui/frame/Page.tsx';
import { Loaded } from '../ui/states.tsx';
import { classesPath } from './calls/class-words.ts';
import { PeopleTab } from './people/PeopleTab.tsx';
import { SectionsTab } from './SectionsTab.tsx';
import { WorkTab } from './WorkTab.tsx';
import { SettingsTab } from './SettingsTab.tsx';

const NO_SUCH_CLASS = [400, 404];

/** One class: its people, sections, work and settings. */
export function ClassPage() {
  const { classId = '' } = useParams();
  const query = useQuery(queryOf(getClass, { params: { classId } }));
  const { data, error } = query;
  if (error instanceof CallError && NO_SUCH_CLASS.includes(error.status)) return <NotFoundPage />;
  return (
    <Page
      heading={data?.name ?? 'Class'}
      width="whole"
      {...(data && { introduction: introduce(data) })}
    >
      <Stack gap="lg">
        <Anchor component={Link} to={classesPath} size="sm">
          <Group component="span" gap={6}>
            <IconArrowLeft size={16} aria-hidden />
            All classes
          </Group>
        </Anchor>
        <Loaded query={query} failure="The class could not be loaded.">
          {(details) => <Parts details={details} />}
        </Loaded>
      </Stack>
    </Page>
  );
}

function introduce({ subject, term, code, department, state }: ClassDetails): string {
  const named = [subject, term.name, code, department].filter((part) => part !== '').join(', ');
  return state === 'archived'
    ? `${named}. This class is archived. You can read everything but change nothing.`
    : named;
}

function Parts({ details }: { details: ClassDetails }) {
  const [address, setAddress] = useSearchParams();
  const { rights, state, sections } = details;
  const hasSettings =
    hasRight(rights, 'manageClass') || (state === 'open' && hasRight(rights, 'enrol'));
  const tabs = ['people', 'sections', 'work', ...(hasSettings ? ['settings'] : [])];
  const asked = address.get('tab') ?? '';
  const choose = (tab: string | null) =>
    setAddress(tab === null || tab === 'people' ? {} : { tab }, { preventScrollReset: true });
  return (
    <Tabs value={tabs.includes(asked) ? asked : 'people'} onChange={choose} keepMounted={false}>
      <Tabs.List mb="lg">
        <Tabs.Tab value="people">People</Tabs.Tab>
        <Tabs.Tab value="sections">
          {sections.length === 0 ? 'Sections' : `Sections (${sections.length})`}
        </Tabs.Tab>
        <Tabs.Tab value="work">Work and figures</Tabs.Tab>
        {hasSettings && <Tabs.Tab value="settings">Settings</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="people">
        <PeopleTab details={details} />
      </Tabs.Panel>
      <Tabs.Panel value="sections">
        <SectionsTab details={details} />
      </Tabs.Panel>
      <Tabs.Panel value="work">
        <WorkTab details={details} />
      </Tabs.Panel>
      <Tabs.Panel value="settings">
        <SettingsTab details={details} />
      </Tabs.Panel>
    </Tabs>
  );
}
