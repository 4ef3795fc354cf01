import { array, assert, property, record, string } from 'fast-check';
import { expect, test } from 'vitest';
import { joinInputs, nextInputName, NO_INPUTS, parseInputs, writeInputs } from './inputs.ts';

test('inputs come back as they were written', () => {
  const named = array(record({ name: string(), stdin: string(), expectedOutput: string() }));
  assert(
    property(record({ stdin: string(), named }), (inputs) => {
      expect(parseInputs(writeInputs(inputs))).toEqual(inputs);
    }),
  );
});

test('an unreadable draft holds no inputs', () => {
  for (const text of [null, '', '7 8', '[]', '{"stdin":1}', '{"named":[]}']) {
    expect(parseInputs(text)).toEqual(NO_INPUTS);
  }
  expect(parseInputs('{"stdin":"1","named":[null,{"name":"a"}]}')).toEqual({
    stdin: '1',
    named: [],
  });
});

test('a new input has a unique name', () => {
  const named = [{ name: 'Input 2', stdin: '', expectedOutput: '' }];
  expect(nextInputName(named)).toBe('Input 3');
});

test('inputs of two devices are merged without losing or duplicating one', () => {
  const one = { name: 'Input 1', stdin: '1', expectedOutput: '' };
  const chosen = { stdin: 'here', named: [one, { ...one, name: 'Input 2', stdin: '2' }] };
  const other = {
    stdin: 'there',
    named: [
      { ...one, stdin: '3' },
      { ...one, stdin: '2' },
    ],
  };
  expect(joinInputs(chosen, other)).toEqual({
    stdin: 'here',
    named: [
      ...chosen.named,
      { name: 'From the other device', stdin: 'there', expectedOutput: '' },
      { name: 'Input 1 (2)', stdin: '3', expectedOutput: '' },
    ],
  });
  expect(joinInputs(chosen, chosen)).toEqual(chosen);
  expect(joinInputs(chosen, NO_INPUTS)).toEqual(chosen);
});
