import { leaveSession, logout, userAuth } from '@vlabs/contract/auth/auth';
import { useEffect } from 'react';
import { call } from '../../platform/calls/call.ts';
import {
  currentSession,
  markSessionEnded,
  noteTabOpen,
} from '../../platform/storage/stored-session.ts';
import { useInstallation } from '../../platform/calls/use-installation.ts';

const CHECK_MS = 10_000;
const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'];

/** Ends the session of a shared computer with its tab, and when nobody uses the page. */
export function SharedComputer() {
  const { data } = useInstallation();
  const idleMs = data && data.sharedIdleMinutes * 60_000;
  useEffect(endWithTab, []);
  useEffect(() => {
    if (idleMs === undefined) return undefined;
    return endWhenIdle(idleMs);
  }, [idleMs]);
  return null;
}

function endWithTab(): () => void {
  window.addEventListener('pagehide', sayTabIsLeft);
  return () => window.removeEventListener('pagehide', sayTabIsLeft);
}

/** If the page is loaded again, its next call says that the session goes on. */
function sayTabIsLeft(): void {
  const options = { outlivesPage: true, handlesSignedOut: true };
  // Without an answer the session ends by itself, as nobody uses it.
  void call(leaveSession, {}, options).catch(() => undefined);
}

/**
 * Calls that a page makes by itself keep a session open, and reading makes none. So the page looks at the input: with
 * some it tells the server that the session is used, and without any for `idleMs` it ends the session.
 */
function endWhenIdle(idleMs: number): () => void {
  let inputAt = Date.now();
  // The first check tells: the server may hear of the page that was left after the first calls of this one.
  let toldAt = Date.now() - idleMs / 4;
  const noteInput = () => {
    inputAt = Date.now();
  };
  const check = () => {
    noteTabOpen();
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
