import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { Rows } from '../Rows.tsx';
import type { EditorProps, KeyProps } from '../view.tsx';
import { MAX_KEYS, MAX_UNITS, type NumberAnswer, NumberBody, type NumberKey } from './number.ts';

type Props = KeyProps<NumberBody, NumberKey>;

const unitRules: Record<NumberBody['unit'], string> = {
  none: 'No unit is typed',
  optional: 'A unit may be typed',
  required: 'A unit must be typed',
};
const ways: Record<NumberAnswer['by'], string> = {
  absolute: 'Within a tolerance',
  relative: 'Within a fraction of the value',
  range: 'In a range',
};
const BLANK_ANSWER: NumberAnswer = {
  by: 'absolute',
  value: '',
  tolerance: '0',
  to: '',
  worth: '100',
};
const BLANK_UNIT = { name: '', factor: '1' };

/** Units, and the correct values. */
export function NumberEditor(props: EditorProps<NumberBody, NumberKey>) {
  const { body, answerKey, onBoth } = props;
  return (
    <Stack gap="md">
      <NativeSelect
        label="Units"
        value={body.unit}
        data={NumberBody.shape.unit.options.map((value) => ({ value, label: unitRules[value] }))}
        onChange={({ currentTarget: { value } }) => {
          const unit = NumberBody.shape.unit.parse(value);
          const needsFirst = unit !== 'none' && answerKey.units.length === 0;
          onBoth({ unit }, needsFirst ? { ...answerKey, units: [BLANK_UNIT] } : answerKey);
        }}
      />
      <NumberKeyFields {...props} />
    </Stack>
  );
}

/** The correct answers, and the units with their conversion to the first. */
export function NumberKeyFields(props: Props) {
  const { body, answerKey, mistakes, onKey } = props;
  return (
    <Stack gap="md">
      <Rows
        legend="Answers"
        one="answer"
        rows={answerKey.answers}
        fewest={1}
        most={MAX_KEYS}
        blank={BLANK_ANSWER}
        mistake={mistakes['Key.answers']}
        onChange={(answers) => onKey({ ...answerKey, answers })}
      >
        {(answer, at, change) => (
          <AnswerFields answer={answer} at={at} mistakes={mistakes} onChange={change} />
        )}
      </Rows>
      {body.unit !== 'none' && <UnitFields {...props} />}
      {body.unit === 'required' && (
        <TextInput
          label="Cost of a missing or wrong unit, in per cent of the points"
          name="Key.unitCost"
          value={answerKey.unitCost}
          error={mistakes['Key.unitCost']}
          onChange={({ currentTarget }) => onKey({ ...answerKey, unitCost: currentTarget.value })}
        />
      )}
    </Stack>
  );
}

interface AnswerFieldsProps {
  answer: NumberAnswer;
  at: number;
  mistakes: Props['mistakes'];
  onChange: (changes: Partial<NumberAnswer>) => void;
}

function AnswerFields({ answer, at, mistakes, onChange }: AnswerFieldsProps) {
  const field = (name: 'value' | 'to' | 'tolerance' | 'worth', label: string) => (
    <TextInput
      label={label}
      name={`Key.answers.${at}.${name}`}
      value={answer[name]}
      error={mistakes[`Key.answers.${at}.${name}`]}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
    />
  );
  return (
    <>
      <NativeSelect
        label={`Answer ${at + 1} is correct`}
        value={answer.by}
        data={Object.entries(ways).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget: { value } }) => {
          if (value === 'absolute' || value === 'relative' || value === 'range')
            onChange({ by: value });
        }}
      />
      {field('value', answer.by === 'range' ? 'From' : 'Value')}
      {answer.by === 'range'
        ? field('to', 'To')
        : field('tolerance', answer.by === 'relative' ? 'Fraction of the value' : 'Tolerance')}
      {field('worth', 'Per cent of the points')}
    </>
  );
}

function UnitFields({ answerKey, mistakes, onKey }: Props) {
  return (
    <Rows
      legend="Units"
      one="unit"
      rows={answerKey.units}
      fewest={1}
      most={MAX_UNITS}
      blank={BLANK_UNIT}
      mistake={mistakes['Key.units']}
      onChange={(units) => onKey({ ...answerKey, units })}
    >
      {({ name, factor }, at, change) => (
        <>
          <TextInput
            label={`Unit ${at + 1}`}
            name={`Key.units.${at}.name`}
            value={name}
            error={mistakes[`Key.units.${at}.name`]}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
          <TextInput
            label="How many are one of the first"
            name={`Key.units.${at}.factor`}
            value={factor}
            error={mistakes[`Key.units.${at}.factor`]}
            onChange={({ currentTarget }) => change({ factor: currentTarget.value })}
          />
        </>
      )}
    </Rows>
  );
}
