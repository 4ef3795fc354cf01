import { readMoment } from '@vlabs/contract/text/kolkata-time';
import { writeOutMoment } from './dates.ts';

interface MomentInWordsProps {
  /** Value of a datetime-local field. */
  typed: string;
  /** Shown while no moment is chosen. */
  without: string;
}

/** The chosen moment, written out: browsers format 12/05 by their own locale. */
export function MomentInWords({ typed, without }: MomentInWordsProps) {
  const moment = readMoment(typed);
  return moment === null ? without : writeOutMoment(moment);
}
