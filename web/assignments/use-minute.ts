import { useEffect, useState } from 'react';

const ONE_MINUTE_MS = 60_000;

/** The time, moving on by the minute while the page is open. */
export function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), ONE_MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
