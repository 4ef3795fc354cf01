import { useSearchParams } from 'react-router';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The class in the URL that an admin's lists are limited to; undefined for all. */
export function useClassInAddress(): string | null {
  const [address] = useSearchParams();
  return readClass(address.get('class'));
}

/** A malformed class id is ignored. */
export const readClass = (text: string | null): string | null =>
  text !== null && ID.test(text) ? text : null;
