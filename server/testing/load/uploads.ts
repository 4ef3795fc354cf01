import { StoredFile } from '@vlabs/contract/files/files';
import { createHash, randomUUID } from 'node:crypto';
import type { Person } from './people.ts';
import { type Classroom, call, pause } from './calls.ts';

const UPLOAD_EVERY_MS = 2500;
const TIMEOUT_MS = 40_000;
const FILES = '/v1/storage/buckets/submissions/files';

export interface AcknowledgedFile {
  id: string;
  sha256: string;
}

/** A student who uploads one file after another. */
export class Uploads {
  readonly #room: Classroom;
  readonly #person: Person;
  readonly acknowledged: AcknowledgedFile[] = [];
  readonly refusals = new Map<string, number>();

  constructor(room: Classroom, person: Person) {
    this.#room = room;
    this.#person = person;
  }

  async work(until: AbortSignal): Promise<void> {
    for (; !until.aborted; await pause(until, UPLOAD_EVERY_MS)) await this.#upload(until);
  }

  async #upload(until: AbortSignal): Promise<void> {
    const text = randomUUID().repeat(100);
    const form = new FormData();
    form.set('fileId', randomUUID());
    form.set('file', new File([text], 'answer.txt', { type: 'text/plain' }));
    let how = 'no answer';
    try {
      const reply = await fetch(`${this.#room.url}${FILES}`, {
        method: 'POST',
        headers: { authorization: this.#person.token },
        body: form,
        signal: AbortSignal.any([until, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      const body = await reply.text();
      how = String(reply.status);
      if (reply.status === 201) {
        const { $id: id } = StoredFile.parse(JSON.parse(body));
        this.acknowledged.push({ id, sha256: sha256(text) });
        return;
      }
    } catch {
      // No reply or half a reply is not an acknowledgement.
    }
    if (!until.aborted) this.refusals.set(how, (this.refusals.get(how) ?? 0) + 1);
  }

  /** Files whose content is missing or differs. */
  async findMissing(files: readonly AcknowledgedFile[]): Promise<string[]> {
    const missing: string[] = [];
    for (const file of files) {
      const path = `${FILES}/${file.id}/download`;
      const { status, text } = await call(this.#room, 'GET', path, { person: this.#person });
      if (status !== 200 || sha256(text) !== file.sha256) missing.push(`${file.id} ${status}`);
    }
    return missing;
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
