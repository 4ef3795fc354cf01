import { useMediaQuery } from '@mantine/hooks';

/** A statement and an editor fit beside each other, next to a page's side column. */
const ROOMY = '(min-width: 75rem)';
const PHONE = '(max-width: 48rem)';
/** A keyboard on the screen, or one that may be. */
const TOUCH = '(pointer: coarse), (max-width: 37.5rem)';

const useMatch = (query: string): boolean =>
  useMediaQuery(query, undefined, { getInitialValueInEffect: false });

export const useIsRoomy = (): boolean => useMatch(ROOMY);

/** Only one part fits on the screen. */
export const useIsPhone = (): boolean => useMatch(PHONE);

/** Programs are typed with a keyboard that lacks symbols on its first layer. */
export const useNeedsSymbols = (): boolean => useMatch(TOUCH);

export const needsSymbols = (): boolean => matchMedia(TOUCH).matches;
