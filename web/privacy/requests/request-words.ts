import type { DataRequest } from '@vlabs/contract/privacy/data-requests';

export const kindWords: Record<DataRequest['kind'], string> = {
  correction: 'Correction',
  erasure: 'Erasure',
};

export const stateWords: Record<NonNullable<DataRequest['state']> | 'open', string> = {
  open: 'Open',
  done: 'Done',
  refused: 'Refused',
};
