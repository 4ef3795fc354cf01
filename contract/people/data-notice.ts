import { z } from 'zod';
import { endpoint, replyOf, signedInOrGuest } from '../endpoint.ts';
import { dataNotice } from './data-notice-text.ts';

const DataNoticeRead = z.object({
  /** Of the text that holds now. */
  version: z.int(),
  /** When the caller said that they have read that version; null while they have not. */
  readAt: z.iso.datetime().nullable(),
  /** They have read an earlier version. */
  hasReadEarlier: z.boolean(),
});

export const getDataNotice = endpoint({
  method: 'GET',
  path: '/api/v1/data-notice',
  access: signedInOrGuest,
  right: 'own',
  summary: 'Which version of the data notice holds, and whether the caller has read it',
  reply: replyOf(DataNoticeRead),
});

export const readDataNotice = endpoint({
  method: 'POST',
  path: '/api/v1/data-notice/read',
  access: signedInOrGuest,
  right: 'own',
  audit: { notKept: 'It says of the caller alone what they have read, and is kept with its time.' },
  summary: 'Notes that the caller has read a version of the data notice',
  body: z.object({
    /** A page that was opened before a new version has shown the one before. */
    version: z
      .int('Say which version you have read.')
      .min(1, 'There is no such version.')
      .max(dataNotice.version, 'There is no such version.'),
  }),
  reply: replyOf(DataNoticeRead),
});
