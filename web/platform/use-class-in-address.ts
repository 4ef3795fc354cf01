import { useSearchParams } from 'react-router';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Lists of admins are of the class that stands in the address; without one, of all. */
export function useClassInAddress(): string | null {
  const [address] = useSearchParams();
  return readClass(address.get('class'));
}

/** What is no id of a class names none. */
export const readClass = (text: string | null): string | null =>
  text !== null && ID.test(text) ? text : null;
