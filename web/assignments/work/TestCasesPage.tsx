import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import IconFlask from '~icons/flask';
import IconPlus from '~icons/plus';
import { saveTestCases } from '@vlabs/contract/assignments/test-cases';
import type { TestCase } from '@vlabs/contract/running/test-case';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { messageOf } from '../../platform/calls/call.ts';
import { fieldErrors } from '../../platform/calls/form-errors.ts';
import { useWrites } from '../../platform/calls/use-account.ts';
import { FormMessage } from '../../ui/FormMessage.tsx';
import { Page } from '../../ui/frame/Page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { handInsPath } from '../../platform/page-paths.ts';
import { VisibleTestCases } from '../hand-in/VisibleTestCases.tsx';
import { useStatement } from '../use-assignments.ts';
import { TestCaseFields } from './TestCaseFields.tsx';
import {
  forgetTypedTestCases,
  keepTypedTestCases,
  readTypedTestCases,
} from './typed-test-cases.ts';
import { useSaveTestCases, useTestCases } from './use-test-cases.ts';

/** The test cases of an assignment; every program that is handed in runs on them. */
export function TestCasesPage() {
  const { id = '' } = useParams();
  const statement = useStatement(id);
  return (
    <Page
      heading="Test cases"
      introduction="Every program that is handed in runs on all test cases. If you change one, all programs are tested again."
    >
      <Loaded
        query={statement}
        waiting={<Skeleton height={320} />}
        failure="The assignment could not be loaded."
      >
        {({ audience }) => <Tests id={id} classId={audience?.inClass?.classId} />}
      </Loaded>
    </Page>
  );
}

function Tests({ id, classId }: { id: string; classId: string | undefined }) {
  const writes = useWrites(classId);
  return (
    <Loaded
      query={useTestCases(id)}
      waiting={<Skeleton height={320} />}
      failure="The test cases could not be loaded."
    >
      {({ tests }) =>
        writes ? (
          <Editing key={id} id={id} saved={tests} />
        ) : (
          <Reading id={id} isEmpty={tests.length === 0} />
        )
      }
    </Loaded>
  );
}

/** Course assistants see all test cases but can't change them. */
function Reading({ id, isEmpty }: { id: string; isEmpty: boolean }) {
  return (
    <>
      {isEmpty && (
        <Empty icon={IconFlask} title="No test cases yet">
          They will be shown here when a teacher of the class adds some.
        </Empty>
      )}
      <VisibleTestCases assignment={id} />
      <Button component={Link} to={handInsPath(id)} variant="subtle" mt="md">
        Back to the hand-ins
      </Button>
    </>
  );
}

interface Draft extends TestCase {
  /** Stable React key while drafts are reordered and removed. */
  key: number;
}

function Editing({ id, saved }: { id: string; saved: TestCase[] }) {
  const [typed] = useState(() => readTypedTestCases(id));
  const [drafts, showDrafts] = useState<Draft[]>(() => draftsOf(typed ?? saved));
  const [nextKey, setNextKey] = useState(drafts.length);
  const [isRestored, setIsRestored] = useState(typed !== null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { mutate, isPending, error } = useSaveTestCases(id);
  const points = drafts.reduce((total, test) => total + test.points, 0);

  function setDrafts(changed: Draft[]): void {
    showDrafts(changed);
    keepTypedTestCases(id, testsOf(changed));
  }

  function takeSaved(): void {
    showDrafts(draftsOf(saved));
    setNextKey(saved.length);
    setIsRestored(false);
    forgetTypedTestCases(id);
  }

  function add(): void {
    const last = drafts.at(-1);
    setDrafts([
      ...drafts,
      { ...(last ?? usual), name: '', input: '', expectedOutput: '', key: nextKey },
    ]);
    setNextKey(nextKey + 1);
  }

  function save(): void {
    const tests = testsOf(drafts);
    const mistakes = fieldErrors(saveTestCases.body, { tests });
    setErrors(mistakes);
    if (Object.keys(mistakes).length > 0) return;
    mutate(tests, {
      onSuccess: () => {
        setIsRestored(false);
        forgetTypedTestCases(id);
      },
    });
  }

  return (
    <Stack gap="md">
      {isRestored && (
        <Group gap="sm">
          <Text component="output">These are your last changes. They are not saved yet.</Text>
          <Button variant="default" size="compact-sm" onClick={takeSaved}>
            Discard changes
          </Button>
        </Group>
      )}
      {drafts.length === 0 && (
        <Empty icon={IconFlask} title="No test cases yet">
          Add a test case: what the program reads and what it should print. Every program that is
          handed in then runs on it.
        </Empty>
      )}
      {drafts.map((draft, index) => (
        <TestCaseFields
          key={draft.key}
          number={index + 1}
          test={draft}
          errors={errorsOf(errors, index)}
          onChange={(change) =>
            setDrafts(drafts.map((one) => (one === draft ? { ...one, ...change } : one)))
          }
          onRemove={() => setDrafts(drafts.filter((one) => one !== draft))}
        />
      ))}
      <Text size="sm" c="dimmed" component="output">
        {drafts.length === 1 ? '1 test case' : `${drafts.length} test cases`},{' '}
        {points === 1 ? '1 point' : `${points} points`}
      </Text>
      <FormMessage message={error && messageOf(error)} />
      <Group>
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          Add test case
        </Button>
        <Button loading={isPending} onClick={save}>
          Save test cases
        </Button>
        <Button component={Link} to={handInsPath(id)} variant="subtle">
          Back to the hand-ins
        </Button>
      </Group>
    </Stack>
  );
}

const draftsOf = (tests: readonly TestCase[]): Draft[] =>
  tests.map((test, key) => ({ ...test, key }));

const testsOf = (drafts: readonly Draft[]): TestCase[] =>
  drafts.map(({ key: _key, ...test }) => test);

const usual: TestCase = {
  name: '',
  input: '',
  expectedOutput: '',
  points: 1,
  isHidden: false,
  timeLimitMs: 2000,
  memoryLimitKb: 256_000,
  comparison: 'ignoring-space',
  tolerance: 0.000_001,
};

function errorsOf(errors: Record<string, string>, index: number): Record<string, string> {
  const start = `tests.${index}.`;
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, message]) =>
      field.startsWith(start) ? [[field.slice(start.length), message]] : [],
    ),
  );
}
