import { readMoment } from '@vlabs/contract/kolkata-time';
import { writeOutMoment } from './dates.ts';

interface MomentInWordsProps {
  /** As a date-time field holds it. */
  typed: string;
  /** What stands there while no moment is chosen. */
  without: string;
}

/** The chosen moment in words: browsers show 12/05 in the order of their own language. */
export function MomentInWords({ typed, without }: MomentInWordsProps) {
  const moment = readMoment(typed);
  return moment === null ? without : writeOutMoment(moment);
}
