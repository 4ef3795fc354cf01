import { CHUNK_BYTES } from '@vlabs/contract/files/files';
import { ID, type Storage } from 'appwrite';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type MadePerson, makeAdmin } from '../testing/acts/make.ts';
import { listen, makeStorage, sendAndBreakOff } from '../testing/peers/storage-client.ts';
import { type TestApp, makeTestApp } from '../testing/test-app.ts';

const MEGABYTE = 1_048_576;
let folder: string;
let server: TestApp;
let url: string;
let admin: MadePerson;
let asAdmin: Storage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vlabs-hostile-'));
  server = await makeTestApp({ environment: { VLABS_DATA: folder } });
  url = await listen(server);
  admin = await makeAdmin(server.pool);
  asAdmin = makeStorage(url, admin.token);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const store = (name: string, content: string) =>
  asAdmin.createFile({
    bucketId: 'assignments',
    fileId: ID.unique(),
    file: new File([content], name),
  });

const ask = (fileId: string, kind: 'download' | 'view') =>
  fetch(`${url}/v1/storage/buckets/assignments/files/${fileId}/${kind}`, {
    headers: admin.headers,
  });

const Refusal = z.object({ type: z.string() });
const refusalOf = async (reply: Response) => [reply.status, Refusal.parse(await reply.json()).type];

async function listAll(): Promise<string[]> {
  const names = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true });
  return names.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const scripts = 'क्रम-程序-код-κώδικας-שלום-مرحبا-🧮-';
const names = [
  `${scripts.repeat(10).slice(0, 280)}../../../etc/x.c`,
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '/etc/passwd',
  'a "quoted" name; filename=x.html',
  'line\r\nSet-Cookie: a=b.txt',
  '.htaccess',
  'CON',
  'a%2F..%2Fb.txt',
];

test.each(names)('the name %j is data: shown as it is, and never a path', async (name) => {
  const file = await store(name, 'text');
  expect(file.name).toBe(name);
  const reply = await ask(file.$id, 'download');
  expect(await reply.text()).toBe('text');
  const disposition = reply.headers.get('content-disposition') ?? '';
  expect(disposition).toMatch(
    /^attachment; filename="[\u0020-\u007e]*"; filename\*=UTF-8''[\w.~!#$&+^`|%-]+$/,
  );
  expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe(name);
  expect(reply.headers.get('set-cookie')).toBeNull();
  // All names on the disk are generated keys.
  for (const stored of await listAll()) expect(stored).toMatch(/^(mark|[0-9a-f-]{36})$/);
});

test('a name that is too long, empty or not text is refused', async () => {
  for (const name of ['x'.repeat(1001), ' ', 'a\0b.txt']) {
    await expect(store(name, 'text')).rejects.toMatchObject({
      code: 400,
      type: 'storage_invalid_file',
    });
  }
});

test.each([
  ['page.html', '<!doctype html><script>alert(1)</script>'],
  ['page.txt', '  <!DOCTYPE html><script>alert(1)</script>'],
  ['picture.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['picture.png', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['data.xml', '<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><a/>'],
  ['odd.xhtml', '<a xmlns="http://www.w3.org/1999/xhtml"/>'],
])('%s is never opened as a page', async (name, content) => {
  const file = await store(name, content);
  for (const kind of ['download', 'view'] as const) {
    const reply = await ask(file.$id, kind);
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(reply.headers.get('content-type')).toBe('application/octet-stream');
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
  }
});

test.each([
  ['notes.txt', 'plain text', 'text/plain; charset=utf-8'],
  ['main.py', 'print("नमस्ते")', 'text/plain; charset=utf-8'],
  ['slides.pdf', '%PDF-1.7 …', 'application/pdf'],
  ['dot.gif', 'GIF89a…', 'image/gif'],
])('%s is shown in the browser when it is viewed', async (name, content, contentType) => {
  const file = await store(name, content);
  const view = await ask(file.$id, 'view');
  expect(view.headers.get('content-disposition')).toMatch(/^inline/);
  expect(view.headers.get('content-type')).toBe(contentType);
  expect((await ask(file.$id, 'download')).headers.get('content-disposition')).toMatch(
    /^attachment/,
  );
});

test('an empty file is refused with a clear message', async () => {
  await expect(store('empty.txt', '')).rejects.toMatchObject({
    code: 400,
    type: 'storage_file_empty',
    message: 'The file is empty (0 bytes). Choose another file.',
  });
});

const upload = (bytes: number, headers: Record<string, string> = {}) => {
  const form = new FormData();
  form.append('fileId', 'unique()');
  form.append('file', new File([new Uint8Array(bytes)], 'a.bin'));
  return fetch(`${url}/v1/storage/buckets/assignments/files`, {
    method: 'POST',
    headers: { ...admin.headers, ...headers },
    body: form,
  });
};

describe('sizes', () => {
  test('a file of 50 MB is taken', async () => {
    const file = new File([new Uint8Array(50 * MEGABYTE)], 'large.bin');
    const sent = { bucketId: 'assignments', fileId: ID.unique(), file };
    expect(await asAdmin.createFile(sent)).toMatchObject({ chunksUploaded: 10 });
  });

  test('a larger one is refused at its first chunk, and leaves nothing', async () => {
    const file = new File([new Uint8Array(50 * MEGABYTE + 1)], 'larger.bin');
    const sent = { bucketId: 'assignments', fileId: 'larger', file };
    await expect(asAdmin.createFile(sent)).rejects.toMatchObject({
      code: 413,
      type: 'storage_invalid_file_size',
      message: 'The file is too large. The limit is 50 MB.',
    });
    await expect(asAdmin.getFile(sent)).rejects.toMatchObject({ code: 404 });
  });

  test('exactly one chunk goes in one call, one byte more does not', async () => {
    expect((await upload(CHUNK_BYTES)).status).toBe(201);
    const refused = await upload(CHUNK_BYTES + 1);
    expect(await refusalOf(refused)).toEqual([413, 'storage_invalid_file_size']);
  });

  test.each([
    ['bytes 0-9/20', 10],
    ['bytes 5-14/20', 10],
    ['bytes 0-9/10', 11],
    ['bytes 0-99/50', 100],
    ['bytes 0-/10', 10],
    ['bytes 10-5/20', 10],
    ['0-9/10', 10],
    ['bytes 0-9/*', 10],
    ['', 10],
  ])('the range %j of %i bytes is refused', async (range, bytes) => {
    const refused = await upload(bytes, { 'content-range': range });
    expect(await refusalOf(refused)).toEqual([400, 'storage_invalid_content_range']);
  });

  test('a later chunk without the id of its upload is refused', async () => {
    const range = `bytes ${CHUNK_BYTES}-${CHUNK_BYTES}/${CHUNK_BYTES + 1}`;
    const refused = await upload(1, { 'content-range': range });
    expect(await refusalOf(refused)).toEqual([400, 'storage_invalid_appwrite_id']);
  });
});

test('a body that is no form, or has no file, is refused', async () => {
  const target = `${url}/v1/storage/buckets/assignments/files`;
  const empty = new FormData();
  empty.append('fileId', 'unique()');
  const types = await Promise.all(
    [
      { body: '{}', headers: { ...admin.headers, 'content-type': 'application/json' } },
      { body: empty, headers: admin.headers },
      {
        body: 'x',
        headers: { ...admin.headers, 'content-type': 'multipart/form-data; boundary=y' },
      },
    ].map(async (request) => {
      const reply = await fetch(target, { method: 'POST', ...request });
      return refusalOf(reply);
    }),
  );
  expect(types).toEqual([
    [400, 'general_argument_invalid'],
    [400, 'storage_file_empty'],
    [400, 'general_argument_invalid'],
  ]);
});

test('a form that ends too early, wherever that is, is refused and leaves nothing behind', async () => {
  const before = await listAll();
  const part = 'content-disposition: form-data; name="file"; filename="a.txt"';
  const form = `--b\r\n${part}\r\n\r\ntext\r\n--b\r\n${part}\r\n\r\nmore\r\n--b--`;
  const statuses = new Set<number>();
  for (let end = 1; end < form.length; end += 1) {
    const reply = await fetch(`${url}/v1/storage/buckets/assignments/files`, {
      method: 'POST',
      headers: { ...admin.headers, 'content-type': 'multipart/form-data; boundary=b' },
      body: form.slice(0, end),
    });
    statuses.add(reply.status);
  }
  expect(statuses).toEqual(new Set([400]));
  expect(await listAll()).toEqual(before);
});

test('a connection that breaks in the middle of a chunk leaves nothing behind', async () => {
  const before = await listAll();
  const boundary = 'the-boundary';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="fileId"\r\n\r\nbroken\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`;
  await sendAndBreakOff(`${url}/v1/storage/buckets/assignments/files`, {
    headers: {
      ...admin.headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-range': `bytes 0-${CHUNK_BYTES - 1}/${CHUNK_BYTES * 2}`,
    },
    body: Buffer.concat([Buffer.from(head), Buffer.alloc(CHUNK_BYTES)]),
    after: MEGABYTE,
  });
  await expect.poll(listAll).toEqual(before);
  const broken = asAdmin.getFile({ bucketId: 'assignments', fileId: 'broken' });
  await expect(broken).rejects.toMatchObject({ code: 404 });
});

describe('links', () => {
  test('a signed link works without a token, for its one file', async () => {
    const file = await store('brief.txt', 'read me');
    const other = await store('other.txt', 'not me');
    const link = server.files.stored.linkTo(
      { bucketId: 'assignments', fileId: file.$id },
      admin.id,
    );
    const reply = await fetch(url + link);
    expect(await reply.text()).toBe('read me');
    for (const faulty of [
      link.replace(file.$id, other.$id),
      link.replace('token=', 'token=9'),
      `${link}x`,
      link.split('?')[0],
    ]) {
      expect((await fetch(url + faulty)).status).toBe(401);
    }
  });

  test('only links of our own storage name a file', async () => {
    const file = await store('list.csv', 'a,b');
    const { stored } = server.files;
    const { host } = new URL(url);
    const path = `/v1/storage/buckets/assignments/files/${file.$id}/download`;
    for (const link of [path, url + path, `${url}${path}?project=v-labs&token=1`]) {
      expect(await stored.findFileOfLink(link, host)).toMatchObject({ name: 'list.csv' });
    }
    for (const link of [
      `http://elsewhere.example${path}`,
      `//elsewhere.example${path}`,
      `http://${host}@elsewhere.example${path}`,
      `http://user@${host}${path}`,
      `file://${path}`,
      `javascript:${path}`,
      `/v1/storage/buckets/assignments/files/${file.$id}`,
      `/v1/storage/buckets/assignments/files/../../${file.$id}/download`,
      '/v1/storage/buckets/assignments/files/none/download',
      'list.csv',
      '',
    ]) {
      expect(await stored.findFileOfLink(link, host)).toBeNull();
    }
  });
});
