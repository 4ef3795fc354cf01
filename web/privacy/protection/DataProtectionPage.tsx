import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type DataProtection, getDataProtection } from '@vlabs/contract/privacy/retention';
import type { ReactNode } from 'react';
import { queryOf } from '../../platform/calls/query-of.ts';
import { Moment } from '../../ui/dates/Moment.tsx';
import { Page } from '../../ui/frame/Page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { RequestQueue } from '../requests/RequestQueue.tsx';
import { AnnouncedPeople } from './AnnouncedPeople.tsx';
import { Holds } from './Holds.tsx';
import { RuleTable } from './RuleTable.tsx';
import { describeCounts } from './rule-words.ts';

/** Retention rules, erasures, holds and requests; for campus admins. */
export function DataProtectionPage() {
  const query = useQuery(queryOf(getDataProtection, {}));
  return (
    <Page
      heading="Data protection"
      width="whole"
      introduction="A rule is off until you set its period. The law requires keeping personal data and logs for at least one year."
    >
      <Loaded query={query} failure="The settings could not be loaded. Nothing has changed.">
        {(protection) => (
          <Stack gap="xl">
            <Part id="periods" heading="How long data is kept">
              <RuleTable protection={protection} />
              <LastPass pass={protection.pass} />
            </Part>
            <Part id="requests" heading="Requests">
              <RequestQueue />
            </Part>
            <Part id="people" heading="People who will be erased">
              <AnnouncedPeople protection={protection} />
            </Part>
            <Part id="holds" heading="Holds">
              <Holds protection={protection} />
            </Part>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Part({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} mb="sm">
        {heading}
      </Title>
      {children}
    </section>
  );
}

function LastPass({ pass }: Pick<DataProtection, 'pass'>) {
  if (pass === null)
    return (
      <Text mt="sm">Data that is due is erased once a day. The first run is still to come.</Text>
    );
  const { beganAt, finishedAt, counts } = pass;
  return (
    <Text mt="sm">
      Data that is due is erased once a day. {finishedAt === null ? 'Running since' : 'Last run:'}{' '}
      <Moment at={finishedAt ?? beganAt} />: {describeCounts(counts)}
      {finishedAt === null ? ' so far.' : '.'}
    </Text>
  );
}
