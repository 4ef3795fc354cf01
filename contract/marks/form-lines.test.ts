import { expect, test } from 'vitest';
import { Arrangement, UNARRANGED, usualHeaders } from './arrangement.ts';
import { writeForm } from './form-lines.ts';
import type { SheetStudent } from './marks.ts';
import { numberInWords } from './number-words.ts';

const [testId, labId] = [
  '00000000-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-000000000002',
];
const columns = [
  { id: testId, kind: 'quiz' as const, title: 'Mid term', maxMarks: 30 },
  { id: labId, kind: 'assignment' as const, title: 'Lab 1', maxMarks: 10 },
];
const student = (cells: SheetStudent['cells']): SheetStudent => ({
  personId: '0021',
  name: 'Asha Rao',
  email: 'asha@example.edu',
  sections: ['A', 'Lab 2'],
  cells,
});
const fields = Arrangement.shape.form.shape.columns.element.shape.field.options;
const arrangement: Arrangement = {
  groups: [
    { name: 'Tests', weight: 60, rule: { which: 'all' }, takes: ['quiz'], works: [] },
    { name: 'Labs', weight: 40, rule: { which: 'all' }, takes: ['assignment'], works: [] },
  ],
  outside: [],
  decimals: 1,
  form: {
    columns: fields.map((field) => ({ field, header: usualHeaders[field] })),
    absent: 'ABS',
    passPercent: 40,
  },
};

test('an export has the columns of the form in order, one for each work and group', () => {
  const { header, rows } = writeForm(arrangement, columns, [student([20, 7.25])]);
  expect(Object.fromEntries(header.map((name, place) => [name, rows[0]?.[place]]))).toEqual({
    'S. No.': 1,
    'Roll No.': '0021',
    Name: 'Asha Rao',
    Section: 'A, Lab 2',
    Email: 'asha@example.edu',
    'Mid term (30)': 20,
    'Lab 1 (10)': 7.3,
    'Tests (60)': 40,
    'Labs (40)': 29,
    Total: 69,
    Percentage: 69,
    'Total in words': 'Sixty-nine',
    Remarks: 'Pass',
  });
});

const remarkOn = (cells: SheetStudent['cells'], passPercent: number | null = 40) => {
  const form = { ...arrangement.form, passPercent };
  return writeForm({ ...arrangement, form }, columns, [student(cells)]).rows[0]?.at(-1);
};

test('a remark says what a reader of the total must know', () => {
  expect(remarkOn(['absent', 'absent'])).toBe('Absent');
  expect(remarkOn([10, 'to_mark'])).toBe('Provisional');
  expect(remarkOn(['not_yet', 'not_yet'])).toBe('');
  expect(remarkOn([10, 'absent'])).toBe('Fail');
  expect(remarkOn([30, 'not_asked'])).toBe('Pass');
  expect(remarkOn([10, 'absent'], null)).toBe('');
});

test('absent, not marked, not over and not for the student are told apart', () => {
  const form = { ...arrangement.form, columns: [{ field: 'works' as const, header: '' }] };
  const cellsOf = (cells: SheetStudent['cells']) =>
    writeForm({ ...arrangement, form }, columns, [student(cells)]).rows[0];
  expect(cellsOf(['absent', 'to_mark'])).toEqual(['ABS', 'Not marked']);
  expect(cellsOf(['not_yet', 'not_asked'])).toEqual(['', 'NA']);
});

test('a sheet that nobody arranged has its marks and no totals', () => {
  const { rows } = writeForm(UNARRANGED, columns, [student([20, 7])]);
  expect(rows).toEqual([[1, '0021', 'Asha Rao', 'A, Lab 2', 20, 7, '', '']]);
});

test.each([
  [0, 'Zero'],
  [14, 'Fourteen'],
  [42.5, 'Forty-two point five'],
  [90.05, 'Ninety point zero five'],
  [100, 'One hundred'],
  [311, 'Three hundred eleven'],
  [12_040, 'Twelve thousand forty'],
])('%d in words is %s', (number, words) => {
  expect(numberInWords(number)).toBe(words);
});

test('an arrangement in which a work counts twice is refused', () => {
  const twice = arrangement.groups.map((group) => ({ ...group, works: [testId] }));
  const messages = (changed: object) =>
    Arrangement.safeParse({ ...arrangement, ...changed }).error?.issues.map(
      ({ message }) => message,
    );
  expect(messages({ groups: twice })).toEqual(['A test or assignment belongs to one group only.']);
  const taking = arrangement.groups.map((group) => ({ ...group, takes: ['quiz'] }));
  expect(messages({ groups: taking })).toHaveLength(1);
  const named = arrangement.groups.map((group) => ({ ...group, name: 'Same' }));
  expect(messages({ groups: named })).toEqual(['Two groups have the same name.']);
  expect(messages({})).toBe(undefined);
});
