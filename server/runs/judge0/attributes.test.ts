import { describe, expect, test } from 'vitest';
import { readAttributes } from './attributes.ts';
import { splitWords, writeRunOrder } from '../runners/run-order.ts';
import { splitList } from './fields.ts';

const read = (values: object) =>
  readAttributes({ source_code: 'x', language_id: 50, ...values }, { base64: false });
const errorsOf = (values: object) => {
  const result = read(values);
  return 'errors' in result ? result.errors : null;
};
const askedOf = (values: object) => {
  const result = read(values);
  return 'asked' in result ? result.asked : null;
};

describe('what may not be asked for is refused in Judge0’s words', () => {
  const rows: [string, unknown, string][] = [
    ['source_code', '', "can't be blank"],
    ['source_code', ' \n', "can't be blank"],
    ['language_id', 150_000, "language with id 150000 doesn't exist"],
    ['language_id', 'abc', "language with id 0 doesn't exist"],
    ['compiler_options', 'x'.repeat(513), 'is too long (maximum is 512 characters)'],
    ['command_line_arguments', 'x'.repeat(513), 'is too long (maximum is 512 characters)'],
    ['cpu_time_limit', 15.1, 'must be less than or equal to 15.0'],
    ['cpu_time_limit', -1, 'must be greater than or equal to 0'],
    ['cpu_time_limit', '5; touch x', 'is not a number'],
    ['cpu_time_limit', 'NaN', 'is not a number'],
    ['cpu_time_limit', [1], 'is not a number'],
    ['cpu_time_limit', Number.POSITIVE_INFINITY, 'must be less than or equal to 15.0'],
    ['cpu_extra_time', 6, 'must be less than or equal to 5.0'],
    ['wall_time_limit', 0, 'must be greater than or equal to 1'],
    ['wall_time_limit', 21, 'must be less than or equal to 20.0'],
    ['memory_limit', 2047, 'must be greater than or equal to 2048'],
    ['memory_limit', 512_001, 'must be less than or equal to 512000'],
    ['stack_limit', 128_001, 'must be less than or equal to 128000'],
    ['max_processes_and_or_threads', 0, 'must be greater than 0'],
    ['max_processes_and_or_threads', 121, 'must be less than or equal to 120'],
    ['max_file_size', 4097, 'must be less than or equal to 4096'],
    ['number_of_runs', 0.5, 'must be greater than 0'],
    ['number_of_runs', 21, 'must be less than or equal to 20'],
    ['enable_per_process_and_thread_time_limit', true, 'this option cannot be enabled'],
    ['enable_per_process_and_thread_memory_limit', '1', 'this option cannot be enabled'],
    ['inputs', 'x', 'is not a list'],
    ['inputs', [], 'should have at least one input'],
    [
      'inputs',
      Array.from({ length: 21 }, () => ({})),
      'should have less than or equal to 20 inputs',
    ],
    ['inputs', [{}, 'x'], 'input 2 is not an object'],
    ['inputs', [{ name: 1 }], 'input 1 has a name that is not a text'],
    ['enable_network', true, 'enabling network is not allowed'],
    ['callback_url', 'http://example.edu', 'setting callback is not allowed'],
  ];
  test.each(rows)('%s: %j', (name, value, text) => {
    expect(errorsOf({ [name]: value })).toEqual({ [name]: [text] });
  });

  test('compiler options are only for languages that are compiled', () => {
    expect(errorsOf({ language_id: 71, compiler_options: '-O2' })).toEqual({
      compiler_options: ['setting compiler options is only allowed for compiled languages'],
    });
  });

  test('several inputs stand in place of the one', () => {
    expect(errorsOf({ stdin: '1', expected_output: '2', inputs: [{}] })).toEqual({
      inputs: ['cannot be set together with stdin and expected_output'],
    });
    expect(askedOf({ stdin: '', inputs: [{ name: 'a', stdin: 'x' }] })).toMatchObject({
      inputs: [{ name: 'a', stdinBase64: 'eA==', expectedOutputBase64: null }],
    });
    const sent = { comparison: 'numbers', tolerance: 1, tolerance_is: 'absolute' };
    const rule = { comparison: 'numbers', tolerance: 1, toleranceIs: 'absolute' };
    expect(askedOf({ inputs: [sent] })).toMatchObject({ inputs: [{ rule }] });
    for (const odd of [{ comparison: 'x' }, { comparison: 'exact', tolerance: -1 }]) {
      expect(errorsOf({ inputs: [odd] })).toEqual({
        inputs: ['input 1 has a comparison that is not known'],
      });
    }
    const long = { ...sent, expected_output: '7'.repeat(100_001) };
    expect(errorsOf({ inputs: [long] })).toEqual({
      inputs: ['input 1 has expected_output that is too long (maximum is 100000 characters)'],
    });
  });

  test('several faults are told together', () => {
    expect(errorsOf({ memory_limit: 1, stack_limit: 'x' })).toEqual({
      memory_limit: ['must be greater than or equal to 2048'],
      stack_limit: ['is not a number'],
    });
  });
});

test('what is not asked for, or asked for as null or nothing, has its default', () => {
  const defaults = askedOf({});
  expect(defaults).toMatchObject({
    limits: { cpuTimeMs: 5000, wallTimeMs: 10_000 },
    timesEach: 1,
  });
  expect(askedOf({ cpu_time_limit: null, memory_limit: '', enable_network: false })).toEqual(
    defaults,
  );
});

test('numbers and switches may be texts, and a language the alias of another', () => {
  const given = { cpu_time_limit: '2.5', memory_limit: '4096.9', redirect_stderr_to_stdout: '1' };
  expect(askedOf({ ...given, language_id: '52' })).toMatchObject({
    limits: { cpuTimeMs: 2500, memoryKb: 4096 },
    program: { redirectStderrToStdout: true, languageId: 52 },
  });
});

test('shell metacharacters are removed from options and arguments', () => {
  const compiler_options = '-O2; $(rm) `x` | > < & "a b"';
  const asked = askedOf({ compiler_options, command_line_arguments: '' });
  const program = { compilerOptions: compiler_options, commandLineArguments: '' };
  expect(asked).toMatchObject({ program });
  expect(asked && writeRunOrder(asked)).toMatchObject({
    compilerOptions: ['-O2', '(rm)', 'x', 'a b'],
    commandLineArguments: [],
  });
});

test('blank compiler options are none, also for a language that is interpreted', () => {
  expect(errorsOf({ language_id: 71, compiler_options: ' ' })).toBeNull();
});

test('lists of names and tokens end at their last comma', () => {
  expect([splitList(' a,b,, '), splitList('a,,b'), splitList(','), splitList('')]).toEqual([
    ['a', 'b'],
    ['a', '', 'b'],
    [],
    [],
  ]);
});

test('words are split as a shell splits them', () => {
  expect(splitWords(`-O2  -D'A=b c'  "say \\"hi\\"" a\\ b ''\n-x`)).toEqual([
    '-O2',
    '-DA=b c',
    'say "hi"',
    'a b',
    '',
    '-x',
  ]);
});

test('base64 that is none gives some source, and never an error', () => {
  const values = { source_code: '%%%aGk=', language_id: 50 };
  const result = readAttributes(values, { base64: true });
  expect('asked' in result && result.asked.program.source.toString()).toBe('hi');
});

test('the files in a source are separated only if the request says that there are some', () => {
  const text = '#include "a.h"\n\n===== a.h =====\nint x;';
  const plain = askedOf({ source_code: text });
  expect([plain?.program.source.toString(), plain?.files]).toEqual([text, []]);
  const asked = askedOf({ source_code: text, files_in_source: true });
  expect(asked?.program.source.toString()).toBe('#include "a.h"\n');
  expect(asked?.files.map(({ path, bytes }) => [path, bytes.toString()])).toEqual([
    ['a.h', 'int x;'],
  ]);
});
