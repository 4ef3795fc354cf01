import { Refusal } from '@vlabs/contract/http/endpoint';
import { CallError } from '../calls/call.ts';
import { currentSession } from '../storage/stored-session.ts';
import { teachingHeaders } from '../calls/teaching.ts';

export interface Download {
  name: string;
  contents: Blob;
}

const LOST: Pick<Refusal, 'message' | 'code'> = {
  message: 'Something went wrong!',
  code: 'no_answer',
};

/** Downloads a file from an endpoint. Throws CallError. */
export async function download(address: string): Promise<Download> {
  const headers = { authorization: currentSession().token, ...teachingHeaders };
  const response = await fetch(address, { headers }).catch((cause: unknown) => {
    throw new CallError(0, LOST, { cause });
  });
  if (!response.ok) {
    const refusal = Refusal.safeParse(await response.json().catch(() => null));
    throw new CallError(response.status, refusal.data ?? LOST);
  }
  const disposition = response.headers.get('content-disposition') ?? '';
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'download';
  return { name, contents: await response.blob() };
}
