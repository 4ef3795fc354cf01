import { logout, userAuth } from '@vlabs/contract/people/auth';
import { useEffect } from 'react';
import { call } from '../../platform/calls/call.ts';
import { currentSession, markSessionEnded } from '../../platform/calls/stored-session.ts';
import { useInstallation } from '../../platform/calls/use-installation.ts';

const CHECK_MS = 10_000;
const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'];

/** Ends the session of a shared computer when nobody uses the page. */
export function SharedComputer() {
  const { data } = useInstallation();
  const idleMs = data && data.sharedIdleMinutes * 60_000;
  useEffect(() => (idleMs === undefined ? undefined : endWhenIdle(idleMs)), [idleMs]);
  return null;
}

/**
 * Calls that a page makes by itself keep a session open, and reading makes none. So the page looks at the input: with
 * some it tells the server that the session is used, and without any for `idleMs` it ends the session.
 */
function endWhenIdle(idleMs: number): () => void {
  let inputAt = Date.now();
  let toldAt = Date.now();
  const noteInput = () => {
    inputAt = Date.now();
  };
  const check = () => {
    if (Date.now() - inputAt >= idleMs) void endSession();
    else if (inputAt > toldAt && Date.now() - toldAt >= idleMs / 4) {
      toldAt = Date.now();
      // A failure says nothing about the session; if it has ended, the call reports it.
      void call(userAuth, {}).catch(() => undefined);
    }
  };
  const timer = setInterval(check, CHECK_MS);
  for (const input of INPUTS) window.addEventListener(input, noteInput, { passive: true });
  return () => {
    clearInterval(timer);
    for (const input of INPUTS) window.removeEventListener(input, noteInput);
  };
}

async function endSession(): Promise<void> {
  const { token } = currentSession();
  // Without an answer the session ends by itself, as nobody uses it.
  await call(logout, {}, { handlesSignedOut: true }).catch(() => undefined);
  markSessionEnded(token);
}
