import { useEffect, useState } from 'react';

const HALF_A_MINUTE_MS = 30_000;

/** The current time, updated while the page is open. */
export function useNow(stepMs = HALF_A_MINUTE_MS): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), stepMs);
    return () => clearInterval(timer);
  }, [stepMs]);
  return now;
}
