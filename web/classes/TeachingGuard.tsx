import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listOwnClasses } from '@vlabs/contract/classes/classes';
import { Outlet } from 'react-router';
import { queryOf } from '../platform/calls/query-of.ts';
import { Page } from '../ui/frame/Page.tsx';
import { Loaded, PageSkeleton } from '../ui/states.tsx';
import classes from './TeachingGuard.module.css';

/** The base path of a student's own pages. */
const OWN_PAGES = '/dashboard/user';

/** Admits only students who assist in a class; says in which, and links back. */
export function TeachingGuard() {
  const query = useQuery(queryOf(listOwnClasses, {}));
  return (
    <Loaded
      query={query}
      waiting={<PageSkeleton />}
      failure="The classes you assist in could not be loaded."
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
          You assist in {names.map(({ name }) => name).join(', ')}. You have staff access here.
        </Text>
        <Anchor href={OWN_PAGES} size="sm">
          Back to your pages
        </Anchor>
      </section>
      <Outlet />
    </>
  );
}

function AssistsNowhere() {
  return (
    <Page heading="You don’t assist in a class" width="reading">
      <Stack gap="md" align="flex-start">
        <Text>These pages are for class assistants. A class owner can make you one.</Text>
        <Anchor href={OWN_PAGES}>Back to your pages</Anchor>
      </Stack>
    </Page>
  );
}
