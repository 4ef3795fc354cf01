import { CHUNK_BYTES } from '@vlabs/contract/files';
import { Client } from 'appwrite';
import { withRetries } from '../retry.ts';

/** A lost connection is waited for this often, each time longer. */
const PAUSES_MS = [500, 1500, 4000];

interface Upload {
  fileId: string;
  /** Places, from 0, of the chunks that the server has already. */
  received: ReadonlySet<number>;
  signal: AbortSignal;
}

/** Appwrite's client for one upload: it can be cancelled, waits for a lost connection, and resumes. */
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
      // Only a connection that broke throws this; a refusal has a type of its own.
      isWorthIt: (error) => error instanceof TypeError,
      signal,
    });
  }
}

function placeOf(contentRange: string | undefined): number | null {
  const first = /^bytes (\d+)-/.exec(contentRange ?? '')?.[1];
  return first === undefined ? null : Number(first) / CHUNK_BYTES;
}
