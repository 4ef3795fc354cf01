import { type BucketId, StoredFile, CHUNK_BYTES } from '@vlabs/contract/files/files';
import { AppwriteException, type Models, Storage, Client } from 'appwrite';
import { CallError } from '../calls/call.ts';
import { currentSession } from '../storage/stored-session.ts';
import { withRetries } from '../retry.ts';

/** Number of retries after a lost connection, with growing delays. */
const PAUSES_MS = [500, 1500, 4000];

interface Upload {
  fileId: string;
  /** Indices of the chunks that the server already has, from 0. */
  received: ReadonlySet<number>;
  signal: AbortSignal;
}

/**
 * Appwrite's client for one upload: it can be cancelled, retries after a lost connection, and
 * resumes.
 */
class ResumingClient extends Client {
  readonly #upload: Upload;

  constructor(upload: Upload) {
    super();
    this.#upload = upload;
  }

  override prepareRequest(...request: Parameters<Client['prepareRequest']>) {
    const prepared = super.prepareRequest(...request);
    return { ...prepared, options: { ...prepared.options, signal: this.#upload.signal } };
  }

  override async call(...request: Parameters<Client['call']>) {
    const [, , headers = {}] = request;
    const { fileId, received, signal } = this.#upload;
    const place = placeOf(headers['content-range']);
    if (place !== null && received.has(place)) return { $id: fileId, chunksUploaded: 0 };
    return withRetries(() => super.call(...request), {
      pausesMs: PAUSES_MS,
      // Only a lost connection throws this; refusals have their own type.
      isWorthIt: (error) => error instanceof TypeError,
      signal,
    });
  }
}

function placeOf(contentRange: string | undefined): number | null {
  const first = /^bytes (\d+)-/.exec(contentRange ?? '')?.[1];
  return first === undefined ? null : Number(first) / CHUNK_BYTES;
}

interface FileUpload {
  bucketId: BucketId;
  /** Reuse the id to resume an upload. */
  fileId: string;
  /** Part of the file may have been uploaded under this id. */
  isResumed: boolean;
  file: File;
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
}

const LOST = 'The connection was lost. Select Resume to send the rest.';

/** Uploads a file with Appwrite's client. Throws CallError, or the abort reason. */
export async function uploadFile(upload: FileUpload): Promise<StoredFile> {
  const { bucketId, fileId, file, onProgress, signal } = upload;
  try {
    // Asking for an upload that never started would return 404.
    const received = upload.isResumed ? await findReceived(upload) : new Set<number>();
    const stored = await storageFor(upload, received).createFile({
      bucketId,
      fileId,
      file,
      onProgress: ({ sizeUploaded }) => onProgress(sizeUploaded),
    });
    return StoredFile.parse(stored);
  } catch (error) {
    signal.throwIfAborted();
    return answerOfLost(upload, error);
  }
}

/** Deletes a cancelled partial upload; the server would do so after a day. */
export async function abandonUpload({ bucketId, fileId }: { bucketId: BucketId; fileId: string }) {
  const signal = AbortSignal.timeout(10_000);
  const storage = storageFor({ fileId, signal }, new Set());
  await storage.deleteFile({ bucketId, fileId }).catch(() => undefined);
}

async function findReceived(upload: FileUpload): Promise<Set<number>> {
  const begun = await findStored(upload);
  return new Set(begun?.chunksReceived);
}

async function findStored(upload: FileUpload): Promise<StoredFile | null> {
  const { bucketId, fileId } = upload;
  try {
    return toStored(await storageFor(upload, new Set()).getFile({ bucketId, fileId }));
  } catch (error) {
    if (error instanceof AppwriteException && error.code === 404) return null;
    throw error;
  }
}

function toStored(file: Models.File): StoredFile | null {
  return StoredFile.safeParse(file).data ?? null;
}

/** The reply may be lost although the file arrived. */
async function answerOfLost(upload: FileUpload, error: unknown): Promise<StoredFile> {
  if (error instanceof AppwriteException && error.code === 409) {
    const stored = await findStored(upload).catch(() => null);
    if (stored?.signature && stored.sizeOriginal === upload.file.size) return stored;
  }
  if (error instanceof AppwriteException) {
    throw new CallError(error.code, { message: error.message, code: error.type }, { cause: error });
  }
  throw new CallError(0, { message: LOST, code: 'no_answer' }, { cause: error });
}

function storageFor(
  { fileId, signal }: Pick<FileUpload, 'fileId' | 'signal'>,
  received: ReadonlySet<number>,
): Storage {
  const client = new ResumingClient({ fileId, received, signal });
  client.setEndpoint(`${location.origin}/v1`).setProject('v-labs').setJWT(currentSession().token);
  return new Storage(client);
}
