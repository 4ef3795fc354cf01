import { LANGUAGE_CPP, LANGUAGE_PYTHON } from '@vlabs/contract/runs/languages';
import { expect, test } from 'vitest';
import { openFile } from './open-file.ts';

test('a program is read with its language, and with the line breaks of the editor', async () => {
  const file = new File(['\uFEFFint main()\r\n{}\r'], 'Solution.CPP');
  expect(await openFile(file)).toEqual({
    name: 'Solution.CPP',
    text: 'int main()\n{}\n',
    languageId: LANGUAGE_CPP,
  });
  expect(await openFile(new File(['1'], 'a.py'))).toMatchObject({ languageId: LANGUAGE_PYTHON });
  expect(await openFile(new File(['1'], 'notes.txt'))).toMatchObject({ languageId: null });
});

test('a file that is not a program is refused with a reason', async () => {
  const picture = new File([new Uint8Array([0xff, 0xd8, 0xff])], 'a.c');
  expect(await openFile(picture)).toMatchObject({ refusal: expect.stringContaining('UTF-8') });
  expect(await openFile(new File(['a\0b'], 'a.c'))).toHaveProperty('refusal');
  const large = new File(['x'.repeat(1_000_001)], 'a.c');
  expect(await openFile(large)).toMatchObject({ refusal: expect.stringContaining('1 MB') });
});
