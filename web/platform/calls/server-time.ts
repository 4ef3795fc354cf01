/** The server tells its time in whole seconds. */
const UNCERTAIN_MS = 1000;

let aheadMs = 0;

/** Takes over the server's time from a reply; a wrong clock of this device then changes nothing. */
export function noteServerTime(response: Response): void {
  const toldMs = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(toldMs)) return;
  const nextAheadMs = toldMs + UNCERTAIN_MS / 2 - Date.now();
  if (Math.abs(nextAheadMs - aheadMs) > UNCERTAIN_MS) aheadMs = nextAheadMs;
}

/** What the server's clock shows now, to about a second. */
export const serverNowMs = (): number => Date.now() + aheadMs;
