/** The server's Date header has a resolution of one second. */
const UNCERTAIN_MS = 1000;

let aheadMs = 0;

/** Takes the server's time from a reply, so a wrong local clock has no effect. */
export function noteServerTime(response: Response): void {
  const serverDateMs = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(serverDateMs)) return;
  const nextAheadMs = serverDateMs + UNCERTAIN_MS / 2 - Date.now();
  if (Math.abs(nextAheadMs - aheadMs) > UNCERTAIN_MS) aheadMs = nextAheadMs;
}

/** Current server time, to about a second. */
export const serverNowMs = (): number => Date.now() + aheadMs;
