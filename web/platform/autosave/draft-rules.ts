/** What a browser knows of its draft on the server. */
export interface SyncState {
  /** The server revision that the text is based on; 0 if the server has none. */
  revision: number;
  /** When the server saved it; null if it has not. */
  savedAt: string | null;
  /** The text has changes that the server does not have. */
  isChanged: boolean;
}

interface LocalDraft extends Pick<SyncState, 'revision' | 'isChanged'> {
  /** Null if nothing was ever typed here. */
  text: string | null;
}

interface ServerDraft {
  text: string;
  revision: number;
  isFromThisDevice: boolean;
}

/**
 * How to reconcile the browser's draft with the server's: `take` the server's, `send` ours,
 * `agree` if both are equal, or let the person `choose` if both changed.
 */
export type Meeting = 'nothing' | 'take' | 'send' | 'agree' | 'choose';

export function meet(local: LocalDraft, kept: ServerDraft | null): Meeting {
  if (local.text === null) return kept ? 'take' : 'nothing';
  if (!kept) return 'send';
  if (local.text === kept.text) return 'agree';
  if (local.revision === kept.revision || (kept.isFromThisDevice && local.isChanged)) return 'send';
  return local.isChanged || local.revision === 0 ? 'choose' : 'take';
}
