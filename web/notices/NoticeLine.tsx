import type { Notice } from '@vlabs/contract/notices/notices';
import { Link } from 'react-router';
import { formatDistance, formatMoment } from '../ui/dates/dates.ts';
import classes from './NoticeLine.module.css';
import { detailOf, placeOf, titleOf } from './notice-words.ts';

interface NoticeLineProps {
  notice: Notice;
  now: number;
  onOpen: (notice: Notice) => void;
}

/** A notice with a link to its page. */
export function NoticeLine({ notice, now, onOpen }: NoticeLineProps) {
  const { isRead, at } = notice;
  return (
    <Link
      to={placeOf(notice)}
      className={classes.line}
      data-read={isRead}
      onClick={() => onOpen(notice)}
    >
      <span className={classes.title}>
        {titleOf(notice)}
        {!isRead && <span className={classes.unread}>Unread</span>}
      </span>
      <span className={classes.detail}>{detailOf(notice, now)}</span>
      <time className={classes.time} dateTime={at} title={formatMoment(at)}>
        {formatDistance(at, now)}
      </time>
    </Link>
  );
}
