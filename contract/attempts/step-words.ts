/** What a line of a timeline says happened, by the name of its step. */
export const stepWords: Record<string, string> = {
  start: 'Started',
  save: 'Saved',
  'focus-lost': 'Left the page',
  'focus-regained': 'Returned to the page',
  'connection-lost': 'Connection lost',
  reconnect: 'Reconnected',
  paste: 'Pasted text from elsewhere',
  'left-out': 'Too many entries: later ones of this kind are not recorded',
  'second-device': 'Opened on another page or device',
  extension: 'Extra time',
  submit: 'Submitted',
  reopen: 'Reopened',
  'key-correction': 'Key corrected',
  'hand-mark': 'Points given by hand',
};
