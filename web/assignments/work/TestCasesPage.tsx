import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import IconFlask from '~icons/flask';
import type { Solution } from '@vlabs/contract/assignments/test-cases';
import { type Language, findLanguage } from '@vlabs/contract/runs/languages';
import type { TestCase } from '@vlabs/contract/runs/test-case';
import { useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { messageOf } from '../../platform/calls/call.ts';
import { useWrites } from '../../platform/calls/use-account.ts';
import { ProgramText } from '../../runs/results/ProgramText.tsx';
import { FormMessage } from '../../ui/FormMessage.tsx';
import { Page } from '../../ui/frame/Page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { handInsPath } from '../../platform/page-paths.ts';
import { useOfferedLanguages } from '../../runs/languages/offered-languages.ts';
import { VisibleTestCases } from '../hand-in/VisibleTestCases.tsx';
import { useStatement } from '../parts/use-assignments.ts';
import { TestCasesEditor } from './TestCasesEditor.tsx';
import {
  forgetTypedTestCases,
  keepTypedTestCases,
  readTypedTestCases,
} from './typed-test-cases.ts';
import { useSaveTestCases, useTestCases } from '../parts/use-test-cases.ts';
import {
  type WrittenTests,
  listTestMistakes,
  readTests,
  writeTests,
} from '../parts/written-tests.ts';

/** The test cases of an assignment; every program that is handed in runs on them. */
export function TestCasesPage() {
  const { id = '' } = useParams();
  const statement = useStatement(id);
  const { data } = statement;
  const offered = useOfferedLanguages();
  const required = findLanguage(data?.language ?? 0);
  const allowed = required ? [required] : offered;
  return (
    <Page
      heading={data ? `Test cases of ${data.title}` : 'Test cases'}
      introduction="Every program that is handed in runs on all test cases. If you change one, all programs are tested again."
    >
      <Loaded
        query={statement}
        waiting={<Skeleton height={320} />}
        failure="The assignment could not be loaded."
      >
        {({ audience, starterCode }) => (
          <Tests
            id={id}
            classId={audience?.inClass?.classId}
            allowed={allowed.map(({ key }) => key)}
            hasStarter={starterCode.trim() !== ''}
          />
        )}
      </Loaded>
    </Page>
  );
}

interface TestsProps {
  id: string;
  classId: string | undefined;
  allowed: readonly Language[];
  hasStarter: boolean;
}

function Tests({ id, classId, ...programs }: TestsProps) {
  const writes = useWrites(classId);
  return (
    <Loaded
      query={useTestCases(id)}
      waiting={<Skeleton height={320} />}
      failure="The test cases could not be loaded."
    >
      {({ tests, solution }) =>
        writes ? (
          <Editing key={id} id={id} saved={{ tests, solution }} {...programs} />
        ) : (
          <Reading id={id} isEmpty={tests.length === 0} solution={solution} />
        )
      }
    </Loaded>
  );
}

interface ReadingProps {
  id: string;
  isEmpty: boolean;
  solution: Solution | null;
}

/** Course assistants see all test cases and the solution but can't change them. */
function Reading({ id, isEmpty, solution }: ReadingProps) {
  return (
    <>
      {isEmpty && (
        <Empty icon={IconFlask} title="No test cases yet">
          They will be shown here when a teacher of the class adds some.
        </Empty>
      )}
      <VisibleTestCases assignment={id} />
      {solution && <ProgramText label="Solution" text={solution.text} />}
      <Button component={Link} to={handInsPath(id)} variant="subtle" mt="md">
        Back to the hand-ins
      </Button>
    </>
  );
}

interface EditingProps {
  id: string;
  saved: { tests: TestCase[]; solution: Solution | null };
  allowed: readonly Language[];
  hasStarter: boolean;
}

function Editing({ id, saved, allowed, hasStarter }: EditingProps) {
  const [first = 'c'] = allowed;
  const [typed] = useState(() => readTypedTestCases(id));
  const [written, setWritten] = useState(() => typed ?? writeTests(saved, first));
  const [isRestored, setIsRestored] = useState(typed !== null);
  const [mistakes, setMistakes] = useState<Record<string, string>>({});
  /** Changes when other test cases replace the typed ones. */
  const [version, setVersion] = useState(0);
  const { mutate, isPending, error } = useSaveTestCases(id);

  // Several changes may come before the page shows the first.
  const latest = useRef(written);

  function change(apply: (now: WrittenTests) => WrittenTests): void {
    const changed = apply(latest.current);
    show(changed);
    keepTypedTestCases(id, changed);
  }

  function show(changed: WrittenTests): void {
    latest.current = changed;
    setWritten(changed);
  }

  function takeSaved(): void {
    show(writeTests(saved, first));
    setVersion(version + 1);
    setIsRestored(false);
    setMistakes({});
    forgetTypedTestCases(id);
  }

  function save(): void {
    const found = listTestMistakes(written);
    setMistakes(found);
    if (Object.keys(found).length > 0) return;
    mutate(readTests(written), {
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
      <TestCasesEditor
        key={version}
        id={id}
        allowed={allowed}
        hasStarter={hasStarter}
        written={written}
        mistakes={mistakes}
        onChange={change}
      />
      <FormMessage message={error && messageOf(error)} />
      <Group>
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
