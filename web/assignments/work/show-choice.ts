import { fieldErrors } from '../../platform/calls/form-errors.ts';
import { showAssignment } from '@vlabs/contract/assignments/prepared';

/** When students see an assignment, as chosen. */
export interface ShowChoice {
  when: 'now' | 'at' | 'not_yet';
  /** Value of the date-time field; used only with `at`. */
  at: string;
}

export const SHOWN_AT_ONCE: ShowChoice = { when: 'now', at: '' };

export const showFromOf = ({ when, at }: ShowChoice): string => (when === 'at' ? at : when);

/** The mistake in a choice; null if there is none. */
export const mistakeInChoice = (choice: ShowChoice): string | null =>
  fieldErrors(showAssignment.body, { showFrom: showFromOf(choice) })['showFrom'] ?? null;
