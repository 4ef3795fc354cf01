import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { Rows } from '../parts/Rows.tsx';
import type { EditorProps, KeyProps } from '../parts/view.tsx';
import {
  MAX_KEYS,
  MAX_UNITS,
  NumberAnswer,
  NumberBody,
  type NumberKey,
} from '@vlabs/contract/kinds/number/number';

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
  geometric: 'Within a ratio of the value',
};
const tolerances: Record<NumberAnswer['by'], string> = {
  absolute: 'Tolerance',
  relative: 'Fraction of the value',
  geometric: 'Ratio minus 1',
  range: '',
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
  const { body, answerKey, onBody, onBoth } = props;
  return (
    <Stack gap="md">
      <NativeSelect
        label="Units"
        value={body.unit}
        data={NumberBody.shape.unit.options.map((value) => ({ value, label: unitRules[value] }))}
        onChange={({ currentTarget: { value } }) => {
          const unit = NumberBody.shape.unit.parse(value);
          const needsFirst = unit !== 'none' && answerKey.units.length === 0;
          onBoth({ ...body, unit }, needsFirst ? { ...answerKey, units: [BLANK_UNIT] } : answerKey);
        }}
      />
      {body.unit !== 'none' && (
        <Checkbox
          label="The unit is typed before the number"
          checked={body.isUnitFirst === true}
          onChange={({ currentTarget }) => onBody({ ...body, isUnitFirst: currentTarget.checked })}
        />
      )}
      <Checkbox
        label="Students type a decimal comma"
        description="As in 3,14. Type the answers below with a decimal point."
        checked={body.hasDecimalComma === true}
        onChange={({ currentTarget }) =>
          onBody({ ...body, hasDecimalComma: currentTarget.checked })
        }
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
        <>
          <TextInput
            label="Cost of a missing or wrong unit, in per cent"
            name="Key.unitCost"
            value={answerKey.unitCost}
            error={mistakes['Key.unitCost']}
            onChange={({ currentTarget }) => onKey({ ...answerKey, unitCost: currentTarget.value })}
          />
          <NativeSelect
            label="The cost is a part of"
            value={answerKey.isUnitCostOfMark === true ? 'mark' : 'points'}
            data={[
              { value: 'points', label: 'the points of the question' },
              { value: 'mark', label: 'what the number alone earns' },
            ]}
            onChange={({ currentTarget: { value } }) =>
              onKey({ ...answerKey, isUnitCostOfMark: value === 'mark' })
            }
          />
        </>
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
          const by = NumberAnswer.shape.by.safeParse(value).data;
          if (by !== undefined) onChange({ by });
        }}
      />
      {field('value', answer.by === 'range' ? 'From' : 'Value')}
      {answer.by === 'range' ? field('to', 'To') : field('tolerance', tolerances[answer.by])}
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
