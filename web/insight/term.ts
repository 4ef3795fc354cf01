import { writeKolkataField } from '@vlabs/contract/kolkata-time';

/** Two days, both of them in it. */
export interface Term {
  from: string;
  to: string;
}

/** The half of the year that it is in Kolkata. */
export function termOf(now: number): Term {
  const [year = '', month = ''] = writeKolkataField(new Date(now)).split('-');
  return Number(month) <= 6
    ? { from: `${year}-01-01`, to: `${year}-06-30` }
    : { from: `${year}-07-01`, to: `${year}-12-31` };
}

/** A day as a date field gives it; else the day that is meant where none is chosen. */
export const readDay = (chosen: string | null, otherwise: string): string =>
  chosen !== null && /^\d{4}-\d\d-\d\d$/.test(chosen) ? chosen : otherwise;
