import { writeKolkataField } from '@vlabs/contract/text/kolkata-time';

/** First and last day, inclusive. */
export interface Term {
  from: string;
  to: string;
}

/** The current half-year in Asia/Kolkata. */
export function termOf(now: number): Term {
  const [year = '', month = ''] = writeKolkataField(new Date(now)).split('-');
  return Number(month) <= 6
    ? { from: `${year}-01-01`, to: `${year}-06-30` }
    : { from: `${year}-07-01`, to: `${year}-12-31` };
}

/** Parses a date field, or returns the default. */
export const readDay = (chosen: string | null, otherwise: string): string =>
  chosen !== null && /^\d{4}-\d\d-\d\d$/.test(chosen) ? chosen : otherwise;
