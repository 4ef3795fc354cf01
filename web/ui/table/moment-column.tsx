import { formatMoment, formatShortDay, formatTime } from '../dates/dates.ts';
import { Moment } from '../dates/Moment.tsx';
import type { Column } from './table-columns.ts';

interface MomentColumn<Row> {
  id: string;
  label: string;
  /** Null if it has not happened. */
  moment: (row: Row) => string | null;
  withSeconds?: boolean;
  isHiddenAtFirst?: boolean;
}

/** A column of timestamps, earliest first, exported with their day. */
export function momentColumn<Row>({
  withSeconds = false,
  ...column
}: MomentColumn<Row>): Column<Row> {
  const { moment } = column;
  return {
    ...column,
    sortBy: (row) => moment(row) ?? '',
    text: (row) => {
      const at = moment(row);
      if (at === null) return '';
      return withSeconds ? `${formatShortDay(at)}, ${formatTime(at)}` : formatMoment(at);
    },
    cell: (row) => {
      const at = moment(row);
      return at === null ? '–' : <Moment at={at} withSeconds={withSeconds} />;
    },
  };
}
