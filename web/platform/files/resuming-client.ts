import { CHUNK_BYTES } from '@vlabs/contract/files/files';
import { Client } from 'appwrite';
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
export class ResumingClient extends Client {
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
