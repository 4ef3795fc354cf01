import type { Draft } from '@vlabs/contract/programs/programs';
import type { SyncState } from './program-store.ts';

interface LocalDraft extends SyncState {
  /** Null if nothing was ever typed here. */
  text: string | null;
}

/**
 * How to reconcile the browser's draft with the server's: `take` the server's, `send` ours,
 * `agree` if both are equal, or let the student `choose` if both changed.
 */
export type Meeting = 'nothing' | 'take' | 'send' | 'agree' | 'choose';

export function meet(local: LocalDraft, kept: Draft | null): Meeting {
  if (local.text === null) return kept ? 'take' : 'nothing';
  if (!kept) return 'send';
  if (local.text === kept.text) return 'agree';
  if (local.revision === kept.revision || (kept.isFromThisDevice && local.isChanged)) return 'send';
  return local.isChanged || local.revision === 0 ? 'choose' : 'take';
}
