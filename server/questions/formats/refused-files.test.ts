import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readQuestionFile } from '../read-file.ts';

const read = (file: Uint8Array | string) => () =>
  readQuestionFile(typeof file === 'string' ? Buffer.from(file) : file);

describe('what is refused', () => {
  test.each([
    ['an empty file', '', 'The file is empty. Choose another.'],
    ['bytes that are no text', '\0\0\0', 'This file contains no readable text.'],
    [
      'broken XML',
      '<?xml version="1.0"?><quiz><question></quiz>',
      'The XML of this file is damaged',
    ],
    [
      'entities',
      '<?xml version="1.0"?><!DOCTYPE quiz [<!ENTITY x SYSTEM "file:///etc/passwd">]><quiz>&x;</quiz>',
      'This XML has a document type or entities, which aren’t supported.',
    ],
    [
      'XML of something else',
      '<?xml version="1.0"?><feed/>',
      'The format of this file isn’t recognised.',
    ],
    [
      'XML that is nested without end',
      `<quiz>${'<a>'.repeat(9999)}`,
      'The XML of this file is damaged',
    ],
  ])('%s', (_name, file, message) => {
    expect(read(file)).toThrow(message);
  });

  test.each(['../../etc/passwd.xml', '/root.xml', 'a/../../b.xml', 'C:\\x.xml'])(
    'a package with the path %s',
    (path) => {
      const file = zipSync({ [path]: strToU8('<a/>') });
      expect(read(file)).toThrow('This package has a file whose path leads out of it.');
    },
  );

  test('a package that grows without end', () => {
    const file = zipSync({ 'a.xml': new Uint8Array(30 * 1024 * 1024) });
    expect(file.length).toBeLessThan(100_000);
    expect(read(file)).toThrow('This package expands to more than 20 MB.');
  });

  test('a package that says less than it holds is read no further than it says', () => {
    const file = zipSync({ 'a.xml': new Uint8Array(30 * 1024 * 1024) });
    const directory = Buffer.from(file).indexOf(Buffer.from('504b0102', 'hex'));
    Buffer.from(file.buffer).writeUInt32LE(100, directory + 24);
    expect(readQuestionFile(file).notRead).toEqual([
      { item: 'File a.xml', reason: 'Its XML is damaged.' },
    ]);
  });

  test('a package without questions', () => {
    expect(read(zipSync({ 'notes.pdf': strToU8('x') }))).toThrow(
      'This package contains no QTI questions.',
    );
  });
});

const qti = (choices: string) =>
  `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="q" title="t"><responseDeclaration identifier="R" cardinality="multiple" baseType="identifier"/><itemBody><choiceInteraction responseIdentifier="R" maxChoices="0">${choices}</choiceInteraction></itemBody></assessmentItem>`;

describe('a question with more answers than any kind takes', () => {
  const COUNT = 150_000;
  test.each([
    ['GIFT options', `::a::b {${'=c '.repeat(COUNT - 1)}~d}`],
    ['GIFT texts', `::a::b {${'=c '.repeat(COUNT)}}`],
    ['GIFT numbers', `::a::b {#${'=1 '.repeat(COUNT)}}`],
    [
      'Moodle XML',
      `<quiz><question type="multichoice"><name><text>a</text></name><questiontext><text>b</text></questiontext>${'<answer fraction="100"><text>c</text></answer>'.repeat(COUNT)}</question></quiz>`,
    ],
    ['QTI', qti('<simpleChoice identifier="c">c</simpleChoice>'.repeat(COUNT))],
  ])('is refused with their number before they are read: %s', (_name, file) => {
    const { notRead, questions } = readQuestionFile(Buffer.from(file));
    expect(questions).toEqual([]);
    expect(notRead[0]?.reason).toBe(`It has ${COUNT} answers; a question has at most 50.`);
  });
});
