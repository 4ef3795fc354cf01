import { Button, SegmentedControl } from '@mantine/core';
import IconBell from '~icons/bell';
import IconBellCheck from '~icons/bell-check';
import IconChecks from '~icons/checks';
import type { Notice } from '@vlabs/contract/notices/notices';
import { type MouseEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { isAdmin, useSession } from '../platform/calls/session.ts';
import { useNow } from '../platform/use-now.ts';
import { Page } from '../ui/frame/Page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { NoticeLine } from './NoticeLine.tsx';
import classes from './NoticesPage.module.css';
import { useNotices, useReadNotices } from './use-notices.ts';

/** All notices of the last two months. */
export function NoticesPage() {
  const { user } = useSession();
  if (user === null || isAdmin(user)) {
    return (
      <Page heading="Notices">
        <Empty icon={IconBell} title="Notices are for students">
          They inform students about tests, assignments, marks and changes.
        </Empty>
      </Page>
    );
  }
  return <OwnNotices />;
}

function OwnNotices() {
  const query = useNotices();
  const { mutate: read } = useReadNotices();
  const unread = query.data?.notices.filter(({ isRead }) => !isRead) ?? [];
  return (
    <Page
      heading="Notices"
      width="reading"
      introduction="What changed in your tests and assignments in the last 60 days."
      action={
        <Button
          variant="default"
          leftSection={<IconChecks size={16} aria-hidden />}
          disabled={unread.length === 0}
          onClick={() => read(unread.map(({ name }) => name))}
        >
          Mark all as read
        </Button>
      }
    >
      <Loaded query={query} failure="Your notices could not be loaded.">
        {({ notices }) => <Listed all={notices} unread={unread} onRead={(name) => read([name])} />}
      </Loaded>
    </Page>
  );
}

interface ListedProps {
  all: Notice[];
  unread: Notice[];
  onRead: (name: string) => void;
}

const SHOWN_AT_ONCE = 100;

function Listed({ all, unread, onRead }: ListedProps) {
  const [search, setSearch] = useSearchParams();
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const now = useNow();
  const isUnreadOnly = search.get('show') === 'unread';
  const notices = isUnreadOnly ? unread : all;
  if (all.length === 0) {
    return (
      <Empty icon={IconBell} title="No notices yet">
        New tests and assignments, changed times, marks and results will be shown here.
      </Empty>
    );
  }
  return (
    <>
      <SegmentedControl
        mb="md"
        aria-label="Filter notices"
        data={[
          { value: 'all', label: `All (${all.length})` },
          { value: 'unread', label: `Unread (${unread.length})` },
        ]}
        value={isUnreadOnly ? 'unread' : 'all'}
        onChange={(value) =>
          setSearch(value === 'unread' ? { show: 'unread' } : {}, { preventScrollReset: true })
        }
      />
      {notices.length === 0 && (
        <Empty icon={IconBellCheck} title="You have read everything">
          New notices will be shown here.
        </Empty>
      )}
      <ul className={classes.list}>
        {notices.slice(0, shown).map((notice) => (
          <li key={notice.name} className={classes.row}>
            <NoticeLine
              notice={notice}
              now={now}
              onOpen={({ name, isRead }) => !isRead && onRead(name)}
            />
            {!notice.isRead && (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Mark as read: ${notice.title}`}
                onClick={(event) => {
                  keepFocusNear(event);
                  onRead(notice.name);
                }}
              >
                Mark as read
              </Button>
            )}
          </li>
        ))}
      </ul>
      {notices.length > shown && (
        <Button variant="default" mt="md" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          Show more
        </Button>
      )}
    </>
  );
}

/** The button disappears when clicked; keyboard focus stays on the same line. */
function keepFocusNear({ currentTarget }: MouseEvent): void {
  currentTarget.closest('li')?.querySelector('a')?.focus();
}
