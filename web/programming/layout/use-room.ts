import { useMediaQuery } from '@mantine/hooks';

/** A statement and an editor fit beside each other, next to a page's side column. */
const ROOMY = '(min-width: 75rem)';
const PHONE = '(max-width: 48rem)';

const useMatch = (query: string): boolean =>
  useMediaQuery(query, undefined, { getInitialValueInEffect: false });

export const useIsRoomy = (): boolean => useMatch(ROOMY);

/** Only one part fits on the screen. */
export const useIsPhone = (): boolean => useMatch(PHONE);
