import { expect, test } from 'vitest';
import { makeStoredFile } from '../testing/acts/make-file.ts';
import { C, another, largest, program, renamed, setUpSimilarity } from './similarity.setup.ts';

const { server, admin, call, assign, student, handIn, look, compare } = setUpSimilarity();
const PYTHON = 71;

test('programs are compared as a job, and each pair is shown with what it shares', async () => {
  const id = await assign({ title: 'Largest' });
  expect((await look(id)).comparison).toBeNull();
  const one = await handIn(0, id, program(largest));
  await handIn(1, id, program(another));
  // Only the last hand-in counts.
  await handIn(2, id, program(another));
  const other = await handIn(2, id, program(renamed));
  const found = await compare(id);
  expect(found).toMatchObject({
    title: 'Largest',
    handIns: 3,
    comparison: { state: 'done', progress: 1, failure: '', newer: 0, isLeftOutChanged: false },
  });
  expect(found.pairs).toHaveLength(1);
  const [pair] = found.pairs;
  expect(new Set([pair?.one, pair?.other])).toEqual(new Set([one, other]));
  expect(pair).toMatchObject({ language: C, similarity: 1, partOfOne: 1, partOfOther: 1 });
  expect(found.programs.map(({ highest, reason }) => [highest, reason])).toEqual(
    expect.arrayContaining([
      [1, null],
      [1, null],
      [null, null],
    ]),
  );

  const url = `/api/v1/hand-ins/${other}/similarity/${one}?language=${C}`;
  const shown = (await call(admin, 'GET', { url })).body.data;
  expect(shown).toMatchObject({ title: 'Largest', similarity: 1, longestLines: 6 });
  expect(new Set([shown.one.text, shown.other.text])).toEqual(new Set([largest, renamed]));
  const [[from, to, fromOther, toOther]] = shown.fragments;
  for (const part of [shown.one.text.slice(from, to), shown.other.text.slice(fromOther, toOther)]) {
    expect(part).toMatch(/^int largest\([^]*return \w+;$/);
  }
});

test('a pair that was not found, and a language that is none, are refused in words', async () => {
  const id = await assign();
  const one = await handIn(0, id, program(largest));
  const url = `/api/v1/hand-ins/${one}/similarity/${one}`;
  expect((await call(admin, 'GET', { url: `${url}?language=50` })).body).toMatchObject({
    message: 'This pair was not found.',
  });
  expect((await call(admin, 'GET', { url: `${url}?language=1` })).body).toMatchObject({
    message: 'There is no such language.',
  });
});

const upload = (place: number, name: string, bytes: string) =>
  makeStoredFile(server, {
    person: student(place),
    bucketId: 'submissions',
    name,
    bytes,
    host: 'localhost:80',
  });

test('programs meet only those of their language, and files only as far as they are programs', async () => {
  const id = await assign();
  await handIn(0, id, program(largest));
  const paths = [await upload(1, 'largest.h', renamed), await upload(1, 'notes.pdf', '%PDF-1.4')];
  const files = await handIn(1, id, { kind: 'files', paths });
  await handIn(2, id, { kind: 'text', text: 'It is the largest.' });
  await handIn(3, id, program('print(1)', PYTHON));
  const binary = await upload(4, 'main.c', '\u007FELF\0\0');
  await handIn(4, id, { kind: 'files', paths: [binary] });
  const found = await compare(id);
  expect(found.pairs).toMatchObject([{ language: C, similarity: 1 }]);
  const of = (place: number) =>
    found.programs.find(({ studentId }) => studentId === student(place).id);
  expect(of(1)).toMatchObject({ handInId: files, reason: null, leftFiles: ['notes.pdf'] });
  expect(of(2)).toMatchObject({ language: null, reason: 'no_program' });
  expect(of(3)).toMatchObject({ language: PYTHON, reason: 'too_short' });
  expect(of(4)).toMatchObject({ reason: 'unreadable', leftFiles: ['main.c'] });
  const [pair] = found.pairs;
  const url = `/api/v1/hand-ins/${pair?.one}/similarity/${pair?.other}?language=${C}`;
  const { one, other } = (await call(admin, 'GET', { url })).body.data;
  expect([one.text, other.text]).toContain(`===== largest.h =====\n${renamed}`);
});

test('starter code needs a language', async () => {
  const url = '/api/v1/auth/create-assignment';
  const payload = { assignment: 'Add.', starterCode: 'int main(void) { }' };
  const { status, body } = await call(admin, 'POST', { url, payload });
  expect([status, body.message]).toEqual([400, 'Choose the language of the starter code.']);
});
