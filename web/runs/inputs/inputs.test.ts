import { array, assert, property, record, string } from 'fast-check';
import { expect, test } from 'vitest';
import {
  joinInputs,
  nextInputName,
  NO_INPUTS,
  parseInputs,
  textOfInput,
  withTextOfInput,
  writeInputs,
} from './inputs.ts';

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

test('the text of an input is found and changed by its index, and User Input without one', () => {
  const inputs = { stdin: 'typed', named: [{ name: 'Input 1', stdin: '1', expectedOutput: '1' }] };
  expect(textOfInput(inputs, null)).toBe('typed');
  expect(textOfInput(inputs, 0)).toBe('1');
  expect(textOfInput(inputs, 7)).toBe('typed');
  expect(withTextOfInput(inputs, null, 'new')).toEqual({ ...inputs, stdin: 'new' });
  expect(withTextOfInput(inputs, 7, 'new')).toEqual({ ...inputs, stdin: 'new' });
  expect(withTextOfInput(inputs, 0, 'new').named[0]).toEqual({ ...inputs.named[0], stdin: 'new' });
});
