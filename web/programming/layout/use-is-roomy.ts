import { useMediaQuery } from '@mantine/hooks';

/** A statement and an editor fit beside each other, next to a page's side column. */
const ROOMY = '(min-width: 75rem)';

export const useIsRoomy = (): boolean =>
  useMediaQuery(ROOMY, undefined, { getInitialValueInEffect: false });
