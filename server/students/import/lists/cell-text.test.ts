import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCellText } from './cell-text.ts';

test.each([
  ['a number that became a decimal number', '2105901.0', '2105901'],
  ['a telephone number with two decimals', '9876543210.00', '9876543210'],
  ['a number with its country that became a decimal number', '+919876543210.0', '+919876543210'],
  ['a number as a formula, which keeps its zero', '="0987654321"', '0987654321'],
  ['a formula that is one number', '=0987654321', '0987654321'],
  ['an apostrophe that was to say "text"', "'0987654321", '0987654321'],
  ['what pandas writes where there is nothing', 'nan', ''],
  ['what databases write where there is nothing', 'NULL', ''],
  ['zero-width blanks', '\u200B2105\u200B901\uFEFF', '2105901'],
  ['marks of the direction of writing', '\u202A+919876543210\u202C', '+919876543210'],
  ['Devanagari digits', '२१०५९०१', '2105901'],
  ['Odia digits after a hyphen that breaks no line', 'CS‑୨୧', 'CS-21'],
  ['a blank that breaks no line', '+91\u00A09876543210', '+91 9876543210'],
])('%s is repaired in a number, and said', (_name, from, to) => {
  expect(readCellText(from, 'number')).toEqual({ text: to, from });
});

test.each([
  ['José', 'JosÃ©'],
  ['JOSÉ', 'JOSÃ‰'],
  ['Zoë Ångström', 'ZoÃ« Ã…ngstrÃ¶m'],
  ['Łukasz', 'Å\u0081ukasz'],
  ['नायर', 'à¤¨à¤¾à¤¯à¤°'],
  ['Анна', 'Ð\u0090Ð½Ð½Ð°'],
  ['D’Souza', 'Dâ€™Souza'],
])('%s is repaired where its letters were taken for others', (to, from) => {
  expect(readCellText(from, 'text')).toEqual({ text: to, from });
});

test('a name is one line in composed letters, which is no repair to tell', () => {
  expect(readCellText('Jose\u0301', 'name')).toEqual({ text: 'José' });
  expect(readCellText('Jose\u0301', 'text')).toEqual({ text: 'José' });
  expect(readCellText('Asha\nRao', 'name')).toEqual({ text: 'Asha Rao', from: 'Asha\nRao' });
});

test.each(['03-Apr', '3-Apr', 'Jan-23', 'sep-05'])(
  '%s is doubtful, since spreadsheets make such dates of 3-4 and 1-23',
  (text) => {
    const doubt = expect.stringContaining('made this date');
    for (const kind of ['number', 'name', 'text'] as const) {
      expect(readCellText(text, kind)).toEqual({ text, doubt });
    }
  },
);

test.each(['27', '227', '20270'])(
  'the year %s is doubtful, and any other text is a name',
  (text) => {
    const doubt = 'A year has four digits, such as 2027. Check this one.';
    expect(readCellText(text, 'year')).toEqual({ text, doubt });
    for (const named of ['2027', '2026-27', 'Final year']) {
      expect(readCellText(named, 'year')).toEqual({ text: named });
    }
    expect(readCellText('२०२७', 'year').text).toBe('2027');
  },
);

test('letters that were taken for others twice are repaired', () => {
  expect(readCellText('JosÃƒÂ©', 'text').text).toBe('José');
});

test.each(['José GarcÃ­a', 'नायर JosÃ©', 'Ã©\u00E9'])(
  '%s is doubtful, since not all of it can have been taken for other letters',
  (text) => {
    expect(readCellText(text, 'text')).toEqual({
      text,
      doubt: expect.stringContaining('wrong encoding'),
    });
  },
);

test.each([
  'José',
  'SÃO PAULO',
  'Nan',
  'Null',
  "'Abd al-Rahman",
  "O'Brien",
  'क्‍ष',
  'Éléonore Ô',
  '«CAFÉ»',
  'Ñandú',
  'Zoë’s',
  'M.Sc. 2.0',
])('%s is left as it is in a text', (text) => {
  expect(readCellText(text, 'text')).toEqual({ text });
});

test.each(['0021', '21CSE.0', '+91 98765 43210', '2105901', '98765-43210', 'CS/21/0.5'])(
  '%s is left as it is in a number',
  (text) => {
    expect(readCellText(text, 'number')).toEqual({ text });
  },
);

test('decimals of another kind are doubtful in a number', () => {
  expect(readCellText('2105901.5', 'number').doubt).toMatch(/has decimals/);
  expect(readCellText('1.000', 'number').doubt).toMatch(/has decimals/);
});

test('a formula is told, and one that failed too', () => {
  expect(readCellText('=A1&B1', 'number').fault).toMatch(/^This is a formula/);
  expect(readCellText('=HYPERLINK("x")', 'text').doubt).toMatch(/^This is a formula/);
  expect(readCellText('#N/A', 'text').fault).toMatch(/failed formula/);
  expect(readCellText('########', 'number').fault).toMatch(/narrow column/);
});

test('what our export marks is read as it was, and is no repair', () => {
  expect(readCellText("'+919876543210", 'number')).toEqual({ text: '+919876543210' });
  expect(readCellText("'=A1", 'text')).toEqual({ text: '=A1' });
});

test('blanks around a text are nothing to tell', () => {
  expect(readCellText(' \t0021 ', 'number')).toEqual({ text: '0021' });
});

test('any text of UTF-8 that was read as Windows-1252 is read as it was, or it is told', () => {
  const letters = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
  const garble = (text: string) =>
    Array.from(Buffer.from(text), (byte) =>
      byte >= 0x80 && byte < 0xa0 ? letters.charAt(byte - 0x80) : String.fromCharCode(byte),
    ).join('');
  const names = fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ſА-яअ-हଅ-ହ]{1,20}$/u);
  fc.assert(
    fc.property(names, (name) => {
      expect(readCellText(garble(name), 'text').text).toBe(name);
    }),
  );
});

test('reading a text again changes nothing more', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('number', 'email', 'text'),
      (raw, kind) => {
        const { text, doubt, fault } = readCellText(raw, kind);
        if (doubt !== undefined || fault !== undefined || raw.trim().startsWith("'")) return;
        expect(readCellText(text, kind).text).toBe(text);
      },
    ),
  );
});
