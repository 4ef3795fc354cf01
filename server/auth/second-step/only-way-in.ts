import { conflict } from '../../platform/errors.ts';

export const onlyWayIn = () =>
  conflict('only_way_in', 'This is your only way to sign in. Add another one first.');
