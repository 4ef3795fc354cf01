import type { ColumnMatch } from '@vlabs/contract/students/student-lists';
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { MadePerson } from './make.ts';

type File = Buffer | string;

interface Sent {
  admin: MadePerson;
  name?: string;
  /** How the columns of another program's list are matched. */
  columnMatch?: ColumnMatch;
  /** Also writes lines with warnings. */
  alsoDoubtful?: boolean;
  /** The term of the classes in the list. */
  termId?: string;
}

/** A form with one file, as a browser sends it. */
export function makeForm(file: File, fields: Record<string, string> = {}, name = 'class.csv') {
  const boundary = `form-${randomUUID()}`;
  const parts = Object.entries(fields).map(
    ([key, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  );
  const head = `${parts.join('')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([
      Buffer.from(head),
      Buffer.from(file),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
}

export async function previewList(
  app: FastifyInstance,
  file: File,
  { admin, columnMatch, alsoDoubtful, termId }: Sent,
) {
  const { headers, payload } = makeForm(file, {
    ...(columnMatch && { columnMatch: JSON.stringify(columnMatch) }),
    ...(alsoDoubtful && { alsoDoubtful: 'true' }),
    ...(termId !== undefined && { termId }),
  });
  const url = '/api/v1/students/preview';
  const reply = await app.inject({
    method: 'POST',
    url,
    headers: { ...headers, ...admin.headers },
    payload,
  });
  return { status: reply.statusCode, body: reply.json() };
}

/** Stores a list and returns its link. */
export async function storeList(app: FastifyInstance, file: File, { admin, name }: Sent) {
  const { headers, payload } = makeForm(file, { fileId: 'unique()' }, name);
  const url = '/v1/storage/buckets/student-lists/files';
  const reply = await app.inject({
    method: 'POST',
    url,
    headers: { ...headers, ...admin.headers },
    payload,
  });
  if (reply.statusCode !== 201) throw new Error(`The list was not stored: ${reply.body}`);
  return `${url}/${reply.json().$id}/download`;
}

export async function importList(app: FastifyInstance, file: File, sent: Sent) {
  const link = await storeList(app, file, sent);
  const reply = await app.inject({
    method: 'POST',
    url: '/api/v1/auth/uploadall/',
    headers: sent.admin.headers,
    payload: {
      'student-file': link,
      uploadedby: sent.admin.name,
      id: sent.admin.id,
      path: link,
      columnMatch: sent.columnMatch,
      alsoDoubtful: sent.alsoDoubtful,
      termId: sent.termId,
    },
  });
  return { status: reply.statusCode, body: reply.json() };
}

export const HEADINGS = [
  'First Name',
  'Last Name',
  'Roll no',
  'Course opted',
  'Email ID',
  'Mobile No',
  'Mentor Name',
  'Parent Mobile No',
  'Year of Graduation',
];

/** A list of the nine columns, one student per line. */
export const listOf = (...lines: string[]) => `${[HEADINGS.join(','), ...lines].join('\n')}\n`;

export const lineOf = (rollNumber: string, firstName = 'Asha') =>
  `${firstName},Rao,${rollNumber},B.Tech CSE,${rollNumber}@x.edu,+919812345678,Dr. Sen,09812345678,2027`;
