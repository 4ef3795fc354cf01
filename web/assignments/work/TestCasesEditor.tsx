import { Checkbox, Stack } from '@mantine/core';
import { MAX_TESTS, checkTestCases } from '@vlabs/contract/assignments/test-cases';
import { areQueries, type Language } from '@vlabs/contract/runs/languages';
import { call } from '../../platform/calls/call.ts';
import { CaseRows } from '../../runs/cases/CaseRows.tsx';
import { fillRows, listMissing, nameOfCase } from '../../runs/cases/fill-outputs.ts';
import { FillOutputs } from '../../runs/cases/FillOutputs.tsx';
import { LimitFields } from '../../runs/cases/LimitFields.tsx';
import { ProgramCheck } from '../../runs/cases/ProgramCheck.tsx';
import { SolutionFields } from '../../runs/cases/SolutionFields.tsx';
import {
  BLANK_TEST,
  type WrittenTest,
  type WrittenTests,
  readTests,
  sayWhatIsMissing,
} from '../parts/written-tests.ts';

interface TestCasesEditorProps {
  id: string;
  /** The languages of the assignment. */
  allowed: readonly Language[];
  hasStarter: boolean;
  written: WrittenTests;
  mistakes: Readonly<Record<string, string>>;
  onChange: (change: (written: WrittenTests) => WrittenTests) => void;
}

/** The parts of a program question's editor, for the test cases of an assignment. */
export function TestCasesEditor(props: TestCasesEditorProps) {
  const { id, allowed, hasStarter, written, mistakes, onChange } = props;
  const { solution, limits, hasOwnLimits, cases } = written;
  const put = (changes: Partial<WrittenTests>) => onChange((now) => ({ ...now, ...changes }));
  const missing = sayWhatIsMissing(written);
  return (
    <Stack gap="lg">
      <SolutionFields
        solution={solution}
        allowed={allowed}
        path="solution"
        about="Your own program, which fills in and checks the expected outputs. Students never see it. You can leave it empty."
        mistakes={mistakes}
        onChange={(changed) => put({ solution: changed })}
      />
      {!hasOwnLimits && (
        <LimitFields
          limits={limits}
          path="limits"
          mistakes={mistakes}
          onChange={(changes) => {
            const changed = { ...limits, ...changes };
            put({ limits: changed, cases: cases.map((one) => ({ ...one, limits: changed })) });
          }}
        />
      )}
      <Checkbox
        label="Each test case has its own limits and comparison"
        checked={hasOwnLimits}
        onChange={({ currentTarget }) => put({ hasOwnLimits: currentTarget.checked })}
      />
      <Cases {...props} />
      <FillOutputs
        solution={solution}
        missing={listMissing(cases, nameOfCase, (at) =>
          hasOwnLimits ? (cases[at]?.limits ?? limits) : limits,
        )}
        onFill={(outputs) =>
          onChange((now) => ({ ...now, cases: fillRows(now.cases, nameOfCase, outputs) }))
        }
      />
      <ProgramCheck
        asked={written}
        check={async (asked) =>
          (await call(checkTestCases, { params: { id }, body: readTests(asked) })).data
        }
        isSame={(one, other) => one === other}
        isWhole={missing === null}
        changed="The test cases were changed after this check."
        about={
          missing === null
            ? `Runs the solution${hasStarter ? ', the starter code,' : ''} and wrong programs on the test cases, saved or not.`
            : `To check the program: ${missing}`
        }
      />
    </Stack>
  );
}

function Cases({ allowed, written, mistakes, onChange }: TestCasesEditorProps) {
  const { cases, limits, hasOwnLimits } = written;
  const last = cases.at(-1);
  const change = (at: number, changes: Partial<WrittenTest>) =>
    onChange((now) => ({
      ...now,
      cases: now.cases.map((one, place) => (place === at ? { ...one, ...changes } : one)),
    }));
  return (
    <CaseRows
      heading="Test cases"
      about="Students see those that are not hidden."
      cases={cases}
      blank={{
        ...BLANK_TEST,
        isHidden: last?.isHidden ?? false,
        points: last?.points ?? '1',
        limits: last?.limits ?? limits,
      }}
      most={MAX_TESTS}
      isQuery={areQueries(allowed)}
      path="tests"
      mistakes={mistakes}
      onChange={(changed) => onChange((now) => ({ ...now, cases: changed }))}
      describeMore={({ isHidden }) => (isHidden ? 'hidden' : '')}
      renderMore={(at) => {
        const one = cases[at];
        if (!one) return null;
        return (
          <>
            {hasOwnLimits && (
              <LimitFields
                limits={one.limits}
                path={`tests.${at}`}
                mistakes={mistakes}
                onChange={(changes) => change(at, { limits: { ...one.limits, ...changes } })}
              />
            )}
            <Checkbox
              label="Hidden: students see only whether it passed"
              checked={one.isHidden}
              onChange={({ currentTarget }) => change(at, { isHidden: currentTarget.checked })}
            />
          </>
        );
      }}
    />
  );
}
