import type { RefusalCode } from '@vlabs/contract/http/refusal-codes';
import { PublicError, Unavailable } from '../platform/errors.ts';

/** Refusals of the file service, with the types that Appwrite's client knows. */
const refuse = (status: number, type: RefusalCode, message: string) => () =>
  new PublicError(status, type, message);

export const bucketNotFound = refuse(
  404,
  'storage_bucket_not_found',
  'This bucket doesn’t exist. Use student-lists, assignments or submissions.',
);
export const fileNotFound = refuse(
  404,
  'storage_file_not_found',
  'The file was not found. It may have been deleted; reload the page.',
);
export const fileExists = refuse(
  409,
  'storage_file_already_exists',
  'A file with this id already exists. Use another id.',
);
export const fileInUse = refuse(
  409,
  'storage_file_in_use',
  'This file is used by an assignment or a hand-in and can’t be deleted.',
);
export const noFile = refuse(400, 'storage_file_empty', 'No file was sent. Choose a file.');
export const emptyFile = refuse(
  400,
  'storage_file_empty',
  'The file is empty (0 bytes). Choose another file.',
);
export const invalidName = refuse(
  400,
  'storage_invalid_file',
  'The file name is missing, too long or unreadable. Rename the file and send it again.',
);
export const invalidRange = refuse(
  400,
  'storage_invalid_content_range',
  'This part doesn’t match the file. Upload the file again from the start.',
);
export const missingUploadId = refuse(
  400,
  'storage_invalid_appwrite_id',
  'A later part of a file needs the id of its upload in the header x-appwrite-id.',
);
export const invalidFileId = refuse(
  400,
  'general_argument_invalid',
  'Invalid `fileId` param: use unique(), or up to 36 letters, digits, dots, hyphens and ' +
    'underscores, the first a letter or digit.',
);
export const invalidQuery = refuse(
  400,
  'general_query_invalid',
  'This query isn’t supported. Use limit and offset.',
);
export const noRight = refuse(
  401,
  'general_unauthorized_scope',
  'Your account doesn’t have access to these files.',
);
export const signInFirst = refuse(
  401,
  'general_unauthorized_scope',
  'Your session has ended or the link has expired. Sign in, reload the page and try again.',
);
export const storeFull = refuse(
  507,
  'storage_full',
  'The server’s storage is full, so nothing was saved. Tell your teacher and try again later.',
);

const AWAY_SECONDS = 10;

export const storeUnavailable = () =>
  new Unavailable(
    'storage_away',
    'File storage isn’t available right now. Try again in a minute; stored files are safe.',
    AWAY_SECONDS,
  );

export function tooLarge(maxBytes: number): PublicError {
  const megabytes = Math.floor(maxBytes / 1_048_576);
  return new PublicError(
    413,
    'storage_invalid_file_size',
    `The file is too large. The limit is ${megabytes} MB.`,
  );
}

export function quotaExceeded(maxBytes: number): PublicError {
  const megabytes = Math.floor(maxBytes / 1_048_576);
  return new PublicError(
    413,
    'storage_quota_exceeded',
    `Your files would exceed ${megabytes} MB in total. Delete files you don’t hand in, or ask your teacher.`,
  );
}

export const deletedTooMuch = refuse(
  413,
  'storage_quota_exceeded',
  'You have deleted and uploaded too much within a day. Try again tomorrow, or ask your teacher.',
);

export function tooManyFiles(max: number): PublicError {
  return new PublicError(
    413,
    'storage_quota_exceeded',
    `You already have ${max} files. Combine some into a ZIP file, or delete unused ones and try again tomorrow.`,
  );
}

export const tooLargeAtOnce = refuse(
  413,
  'storage_invalid_file_size',
  'A file of more than 5242880 bytes is sent in parts of that size, with content-range.',
);
