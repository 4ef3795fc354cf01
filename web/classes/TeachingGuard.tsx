import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listOwnClasses } from '@vlabs/contract/people/classes';
import { Outlet } from 'react-router';
import { queryOf } from '../platform/calls/query-of.ts';
import { Page } from '../ui/frame/Page.tsx';
import { Loaded, PageSkeleton } from '../ui/states.tsx';
import classes from './TeachingGuard.module.css';

/** Where a student's own pages begin. */
const OWN_PAGES = '/dashboard/user';

/** Only for students who assist in a class; says in which, and leads back. */
export function TeachingGuard() {
  const query = useQuery(queryOf(listOwnClasses, {}));
  return (
    <Loaded
      query={query}
      waiting={<PageSkeleton />}
      failure="The classes in which you assist could not be loaded."
    >
      {(own) => {
        const assisted = own.filter(({ role }) => role === 'assistant');
        return assisted.length === 0 ? <AssistsNowhere /> : <Teaching names={assisted} />;
      }}
    </Loaded>
  );
}

function Teaching({ names }: { names: { classId: string; name: string }[] }) {
  return (
    <>
      <section className={classes.strip} aria-label="You assist">
        <Text size="sm">
          You assist in {names.map(({ name }) => name).join(', ')}, and act as its staff here.
        </Text>
        <Anchor href={OWN_PAGES} size="sm">
          Back to your own pages
        </Anchor>
      </section>
      <Outlet />
    </>
  );
}

function AssistsNowhere() {
  return (
    <Page heading="You assist in no class" width="reading">
      <Stack gap="md" align="flex-start">
        <Text>
          These pages are for students who assist in a class. An owner of the class makes you its
          assistant.
        </Text>
        <Anchor href={OWN_PAGES}>Back to your own pages</Anchor>
      </Stack>
    </Page>
  );
}
