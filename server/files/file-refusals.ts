import type { RefusalCode } from '@vlabs/contract/refusal-codes';
import { PublicError, Unavailable } from '../platform/errors.ts';

/** Refusals of the file service, with the types that Appwrite's client knows. */
const refuse = (status: number, type: RefusalCode, message: string) => () =>
  new PublicError(status, type, message);

export const bucketNotFound = refuse(
  404,
  'storage_bucket_not_found',
  'There is no such bucket. Use student-lists, assignments or submissions.',
);
export const fileNotFound = refuse(
  404,
  'storage_file_not_found',
  'The file was not found. It may have been deleted; reload the page.',
);
export const fileExists = refuse(
  409,
  'storage_file_already_exists',
  'A file with this id is there already. Send the file under another id.',
);
export const fileInUse = refuse(
  409,
  'storage_file_in_use',
  'The file belongs to an assignment or a hand-in, so it stays.',
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
  'The name of the file is missing, too long or not readable. Rename the file and send it again.',
);
export const invalidRange = refuse(
  400,
  'storage_invalid_content_range',
  'The part of the file does not fit the whole. Send the file again from its start.',
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
  'The query is not understood. Use limit and offset.',
);
export const noRight = refuse(
  401,
  'general_unauthorized_scope',
  'Your account may not do this with these files.',
);
export const signInFirst = refuse(
  401,
  'general_unauthorized_scope',
  'Your session has ended, or the link is too old. Sign in, reload the page and try again.',
);
export const storeFull = refuse(
  507,
  'storage_full',
  'The server has no room left for files. Nothing was kept; tell your teacher and try again later.',
);

const AWAY_SECONDS = 10;

export const storeUnavailable = () =>
  new Unavailable(
    'storage_away',
    'The store of files does not answer just now. Try again in a minute; what is kept already is safe.',
    AWAY_SECONDS,
  );

export function tooLarge(maxBytes: number): PublicError {
  const megabytes = Math.floor(maxBytes / 1_048_576);
  return new PublicError(
    413,
    'storage_invalid_file_size',
    `The file is too large. A file may have ${megabytes} MB at most.`,
  );
}

export function quotaExceeded(maxBytes: number): PublicError {
  const megabytes = Math.floor(maxBytes / 1_048_576);
  return new PublicError(
    413,
    'storage_quota_exceeded',
    `Your files would have more than ${megabytes} MB together. Leave out what you do not hand in, or ask your teacher.`,
  );
}

export const deletedTooMuch = refuse(
  413,
  'storage_quota_exceeded',
  'You have deleted and sent again too much within a day. Try again tomorrow, or ask your teacher.',
);

export function tooManyFiles(max: number): PublicError {
  return new PublicError(
    413,
    'storage_quota_exceeded',
    `You have ${max} files already. Put several into one ZIP file, or delete what you do not hand in and try again tomorrow.`,
  );
}

export const tooLargeAtOnce = refuse(
  413,
  'storage_invalid_file_size',
  'A file of more than 5242880 bytes is sent in parts of that size, with content-range.',
);
