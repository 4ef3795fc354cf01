import { z } from 'zod';
import { endpoint, replyOf, signedInOrGuest } from '../http/endpoint.ts';
import { dataNotice } from './data-notice-text.ts';

const DataNoticeRead = z.object({
  /** The version now in effect. */
  version: z.int(),
  /** When the caller confirmed that version, or null. */
  readAt: z.iso.datetime().nullable(),
  /** The caller has confirmed an earlier version. */
  hasReadEarlier: z.boolean(),
});

export const getDataNotice = endpoint({
  method: 'GET',
  path: '/api/v1/data-notice',
  access: signedInOrGuest,
  openDuringTests: 'Everybody sees the same notice.',
  right: 'own',
  summary: 'Get the current version of the data notice, and whether the caller has read it',
  reply: replyOf(DataNoticeRead),
});

export const readDataNotice = endpoint({
  method: 'POST',
  path: '/api/v1/data-notice/read',
  access: signedInOrGuest,
  openDuringTests: 'Nothing stored is returned.',
  right: 'own',
  audit: { notKept: 'It says of the caller alone what they have read, and is kept with its time.' },
  summary: 'Confirm that the caller has read a version of the data notice',
  body: z.object({
    /** An open page may still show the previous version. */
    version: z
      .int('Say which version you have read.')
      .min(1, 'There is no such version.')
      .max(dataNotice.version, 'There is no such version.'),
  }),
  reply: replyOf(DataNoticeRead),
});
