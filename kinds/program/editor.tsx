import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import type { EditorProps, KeyProps } from '../view.tsx';
import { CaseRows } from './writing/CaseRows.tsx';
import { FillOutputs } from './writing/FillOutputs.tsx';
import { LanguageFields } from './writing/LanguageFields.tsx';
import { type ProgramBody, type ProgramKey, REVEALS } from './program.ts';
import { SolutionFields } from './writing/SolutionFields.tsx';
import { LimitFields, SampleFields } from './writing/TestingFields.tsx';

const reveals: Record<ProgramKey['reveals'], string> = {
  points: 'The points of each test case',
  names: 'The points and names of the test cases',
  all: 'Everything, with inputs, expected outputs and the solution',
};

/** Languages, samples and limits, then the solution and the hidden test cases. */
export function ProgramEditor(props: EditorProps<ProgramBody, ProgramKey>) {
  const { body, answerKey, onBoth } = props;
  return (
    <Stack gap="lg">
      <LanguageFields {...props} />
      <SampleFields {...props} />
      <LimitFields {...props} />
      <SolutionFields {...props} />
      <CaseRows {...props} />
      <FillOutputs
        body={body}
        answerKey={answerKey}
        onFill={({ samples, cases }) => onBoth({ ...body, samples }, { ...answerKey, cases })}
      />
      <Counting {...props} />
    </Stack>
  );
}

/** Solution and test cases. */
export function ProgramKeyFields(props: KeyProps<ProgramBody, ProgramKey>) {
  const { body, answerKey, onKey } = props;
  return (
    <Stack gap="lg">
      <SolutionFields {...props} />
      <CaseRows {...props} />
      <FillOutputs
        body={{ ...body, samples: [] }}
        answerKey={answerKey}
        onFill={({ cases }) => onKey({ ...answerKey, cases })}
      />
      <Counting {...props} />
    </Stack>
  );
}

function Counting({ answerKey, onKey }: KeyProps<ProgramBody, ProgramKey>) {
  return (
    <>
      <Checkbox
        label="All or nothing"
        description="A program earns its points only if it passes all test cases."
        checked={answerKey.allOrNothing}
        onChange={({ currentTarget }) =>
          onKey({ ...answerKey, allOrNothing: currentTarget.checked })
        }
      />
      <NativeSelect
        label="What students see of the test cases after the release"
        value={answerKey.reveals}
        data={REVEALS.map((value) => ({ value, label: reveals[value] }))}
        onChange={({ currentTarget: { value } }) => {
          const chosen = REVEALS.find((one) => one === value);
          if (chosen) onKey({ ...answerKey, reveals: chosen });
        }}
      />
    </>
  );
}
