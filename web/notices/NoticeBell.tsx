import IconBell from '~icons/bell';
import { Link } from 'react-router';
import { messageOf } from '../platform/calls/call.ts';
import { useNow } from '../platform/use-now.ts';
import { Dropdown } from '../ui/Dropdown.tsx';
import classes from './NoticeBell.module.css';
import { NoticeLine } from './NoticeLine.tsx';
import { useNotices, useNoticesLive, useReadNotices } from './use-notices.ts';

const SHOWN = 6;
const MAX_COUNTED = 99;

/** Unread notices, available on every page. */
export function NoticeBell() {
  const { data, error } = useNotices();
  const { mutate: read } = useReadNotices();
  const now = useNow();
  useNoticesLive(data !== undefined);
  const { notices = [], unread = 0 } = data ?? {};
  const names = notices.flatMap(({ name, isRead }) => (isRead ? [] : [name]));
  return (
    <>
      <span aria-live="polite" className={classes.spoken}>
        {unread > 0 && `${unread} unread ${unread === 1 ? 'notice' : 'notices'}`}
      </span>
      <Dropdown
        isWide
        label={unread === 0 ? 'Notices' : `Notices, ${unread} unread`}
        face={
          <span className={classes.bell}>
            <IconBell size={20} stroke={1.7} aria-hidden />
            {unread > 0 && (
              <span className={classes.count} aria-hidden>
                {unread > MAX_COUNTED ? `${MAX_COUNTED}+` : unread}
              </span>
            )}
          </span>
        }
      >
        <div className={classes.top}>
          <span className={classes.heading}>Notices</span>
          {names.length > 0 && (
            <button type="button" className={classes.readAll} onClick={() => read(names)}>
              Mark all as read
            </button>
          )}
        </div>
        {notices.length === 0 && (
          <p className={classes.nothing}>
            {error
              ? `Your notices could not be loaded. ${messageOf(error)}`
              : 'New tests, assignments, marks and changes will be shown here.'}
          </p>
        )}
        <ul className={classes.lines}>
          {notices.slice(0, SHOWN).map((notice) => (
            <li key={notice.name}>
              <NoticeLine
                notice={notice}
                now={now}
                onOpen={({ name, isRead }) => !isRead && read([name])}
              />
            </li>
          ))}
          <li className={classes.all}>
            <Link to="/notices">See all notices</Link>
          </li>
        </ul>
      </Dropdown>
    </>
  );
}
