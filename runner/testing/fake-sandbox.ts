import type { Box, Sandbox } from '../sandbox/sandbox.ts';

/** A sandbox that always gives this box. */
export const sandboxOf = (box: Box): Sandbox => ({
  open: async () => box,
  openInterpreter: async () => null,
  discard: async () => undefined,
  close: async () => undefined,
});
