import { areQueries, languageOf } from '@vlabs/contract/runs/languages';
import { joinTeacherFiles } from '@vlabs/contract/runs/program-text';
import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { CaseRows } from '../../runs/cases/CaseRows.tsx';
import { fillRows, listMissing, nameOfCase, nameOfSample } from '../../runs/cases/fill-outputs.ts';
import { FillOutputs } from '../../runs/cases/FillOutputs.tsx';
import { LimitFields } from '../../runs/cases/LimitFields.tsx';
import { SolutionFields } from '../../runs/cases/SolutionFields.tsx';
import type { EditorProps, KeyProps } from '../parts/view.tsx';
import {
  type Case,
  MAX_CASES,
  type ProgramBody,
  type ProgramKey,
  REVEALS,
} from '@vlabs/contract/kinds/program/program';
import { LanguageFields } from './writing/LanguageFields.tsx';
import { SampleFields } from './writing/SampleFields.tsx';
import { HiddenFileFields, ReadOnlyFileFields } from './writing/TeacherFileFields.tsx';

const reveals: Record<ProgramKey['reveals'], string> = {
  points: 'The points of each test case',
  names: 'The points and names of the test cases',
  all: 'Everything, with inputs, expected outputs and the solution',
};

/** Languages, samples and limits, then the solution and the hidden test cases. */
export function ProgramEditor(props: EditorProps<ProgramBody, ProgramKey>) {
  const { body, answerKey, mistakes, onBody, onBoth } = props;
  return (
    <Stack gap="lg">
      <LanguageFields {...props} />
      <SampleFields {...props} />
      <LimitFields
        limits={body}
        path="Body"
        mistakes={mistakes}
        onChange={(changes) => onBody({ ...body, ...changes })}
      />
      <ReadOnlyFileFields {...props} />
      <HiddenFileFields {...props} />
      <Solution {...props} />
      <Cases {...props} />
      <FillOutputs
        solution={solutionToRun(body, answerKey)}
        missing={[
          ...listMissing(body.samples, nameOfSample, () => body),
          ...listMissing(answerKey.cases, nameOfCase, () => body),
        ]}
        onFill={(outputs) =>
          onBoth(
            { ...body, samples: fillRows(body.samples, nameOfSample, outputs) },
            { ...answerKey, cases: fillRows(answerKey.cases, nameOfCase, outputs) },
          )
        }
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
      <HiddenFileFields {...props} />
      <Solution {...props} />
      <Cases {...props} />
      <FillOutputs
        solution={solutionToRun(body, answerKey)}
        missing={listMissing(answerKey.cases, nameOfCase, () => body)}
        onFill={(outputs) =>
          onKey({ ...answerKey, cases: fillRows(answerKey.cases, nameOfCase, outputs) })
        }
      />
      <Counting {...props} />
    </Stack>
  );
}

/** With the teacher's files in its text. */
function solutionToRun(body: ProgramBody, { solution, files = [] }: ProgramKey) {
  const { sourceFile } = languageOf(solution.language);
  const text = joinTeacherFiles(solution.text, [...(body.files ?? []), ...files], sourceFile);
  return { ...solution, text };
}

function Solution({ body, answerKey, mistakes, onKey }: KeyProps<ProgramBody, ProgramKey>) {
  return (
    <SolutionFields
      solution={answerKey.solution}
      allowed={body.languages}
      path="Key.solution"
      mistakes={mistakes}
      onChange={(solution) => onKey({ ...answerKey, solution })}
    />
  );
}

const BLANK_CASE: Case = { name: '', input: '', output: '', points: '1', group: '' };

function Cases({ body, answerKey, mistakes, onKey }: KeyProps<ProgramBody, ProgramKey>) {
  const { cases } = answerKey;
  return (
    <CaseRows
      heading="Hidden test cases"
      about="Test cases with the same group earn their points together or not at all."
      cases={cases}
      blank={BLANK_CASE}
      most={MAX_CASES}
      isQuery={areQueries(body.languages)}
      path="Key.cases"
      mistakes={mistakes}
      onChange={(changed) => onKey({ ...answerKey, cases: changed })}
      describeMore={({ group }) => (group.trim() === '' ? '' : `group ${group}`)}
      renderShort={(at) => {
        const one = cases[at];
        return (
          one && (
            <TextInput
              label="Group"
              aria-label={`Group of test case ${at + 1}`}
              name={`Key.cases.${at}.group`}
              placeholder="none"
              value={one.group}
              error={mistakes[`Key.cases.${at}.group`]}
              onChange={({ currentTarget: { value: group } }) =>
                onKey({ ...answerKey, cases: cases.with(at, { ...one, group }) })
              }
            />
          )
        );
      }}
    />
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
