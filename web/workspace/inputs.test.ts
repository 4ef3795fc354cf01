import { array, assert, property, record, string } from 'fast-check';
import { expect, test } from 'vitest';
import { nextInputName, noInputs, parseInputs, writeInputs } from './inputs.ts';

test('inputs come back as they were written', () => {
  const named = array(record({ name: string(), stdin: string(), expectedOutput: string() }));
  assert(
    property(record({ stdin: string(), named }), (inputs) => {
      expect(parseInputs(writeInputs(inputs))).toEqual(inputs);
    }),
  );
});

test('what is no inputs holds none', () => {
  for (const text of [null, '', '7 8', '[]', '{"stdin":1}', '{"named":[]}']) {
    expect(parseInputs(text)).toEqual(noInputs);
  }
  expect(parseInputs('{"stdin":"1","named":[null,{"name":"a"}]}')).toEqual({
    stdin: '1',
    named: [],
  });
});

test('a new input has a name that no other has', () => {
  const named = [{ name: 'Input 2', stdin: '', expectedOutput: '' }];
  expect(nextInputName(named)).toBe('Input 3');
});
