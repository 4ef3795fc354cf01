import type { Draft } from '@vlabs/contract/running/programs';
import type { SyncState } from './program-store.ts';

interface LocalDraft extends SyncState {
  /** Null when nothing was ever typed here. */
  text: string | null;
}

/**
 * What to do where the draft of this browser meets the one on the server: nothing; `take` the server's;
 * `send` ours; `agree`, since both are the same text; or let the student `choose`, since both went on.
 */
export type Meeting = 'nothing' | 'take' | 'send' | 'agree' | 'choose';

export function meet(local: LocalDraft, kept: Draft | null): Meeting {
  if (local.text === null) return kept ? 'take' : 'nothing';
  if (!kept) return 'send';
  if (local.text === kept.text) return 'agree';
  if (local.revision === kept.revision || (kept.isFromThisDevice && local.isChanged)) return 'send';
  return local.isChanged || local.revision === 0 ? 'choose' : 'take';
}
