import { useEffect } from 'react';
import { loadAuthContract } from '../platform/calls/load-auth-contract.ts';
import { firstUse } from '../platform/first-use.ts';

/** Loads what sending the login needs while the person types. */
export function usePreloadedLogin(): void {
  useEffect(() => {
    // If it fails, sending loads it again.
    firstUse.then(loadAuthContract).catch(() => undefined);
  }, []);
}
