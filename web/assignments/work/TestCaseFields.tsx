import {
  Button,
  Checkbox,
  Group,
  NumberInput,
  Paper,
  Select,
  SimpleGrid,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import IconTrash from '~icons/trash';
import {
  type TestCase,
  Comparison,
  ToleranceIs,
  toleranceNames,
} from '@vlabs/contract/running/test-case';

interface TestFieldsProps {
  /** Counted from 1. */
  number: number;
  test: TestCase;
  errors: Record<string, string>;
  onChange: (change: Partial<TestCase>) => void;
  onRemove: () => void;
}

const comparisons: { value: Comparison; label: string }[] = [
  { value: 'exact', label: 'Exactly the same' },
  { value: 'ignoring-space', label: 'Ignore white space' },
  { value: 'numbers', label: 'Numbers with a tolerance' },
];

const monospace = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } };

/** The fields of one test case. */
export function TestCaseFields({ number, test, errors, onChange, onRemove }: TestFieldsProps) {
  return (
    <Paper withBorder p="md" component="section" aria-label={`Test case ${number}`}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>Test case {number}</Title>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconTrash size={14} aria-hidden />}
          aria-label={`Remove test case ${number}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput
          label="Name"
          description="Shown to students if the test case is not hidden."
          value={test.name}
          error={errors['name']}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <NumberInput
          label="Points"
          description="Awarded if the test case passes."
          min={0}
          value={test.points}
          error={errors['points']}
          onChange={(value) => onChange({ points: Number(value) })}
        />
        <Textarea
          label="Input"
          autosize
          minRows={3}
          maxRows={12}
          styles={monospace}
          value={test.input}
          error={errors['input']}
          onChange={(event) => onChange({ input: event.currentTarget.value })}
        />
        <Textarea
          label="Expected output"
          autosize
          minRows={3}
          maxRows={12}
          styles={monospace}
          value={test.expectedOutput}
          error={errors['expectedOutput']}
          onChange={(event) => onChange({ expectedOutput: event.currentTarget.value })}
        />
        <Select
          label="Output comparison"
          allowDeselect={false}
          data={comparisons}
          value={test.comparison}
          onChange={(value) => {
            const chosen = Comparison.safeParse(value);
            if (chosen.success) onChange({ comparison: chosen.data });
          }}
        />
        {test.comparison === 'numbers' && (
          <ToleranceFields test={test} error={errors['tolerance']} onChange={onChange} />
        )}
        <NumberInput
          label="Time limit in milliseconds"
          min={100}
          max={15_000}
          value={test.timeLimitMs}
          error={errors['timeLimitMs']}
          onChange={(value) => onChange({ timeLimitMs: Number(value) })}
        />
        <NumberInput
          label="Memory limit in KB"
          min={16_384}
          max={512_000}
          value={test.memoryLimitKb}
          error={errors['memoryLimitKb']}
          onChange={(value) => onChange({ memoryLimitKb: Number(value) })}
        />
      </SimpleGrid>
      <Checkbox
        mt="md"
        label="Hidden: students see only whether it passed"
        checked={test.isHidden}
        onChange={(event) => onChange({ isHidden: event.currentTarget.checked })}
      />
    </Paper>
  );
}

interface ToleranceFieldsProps extends Pick<TestFieldsProps, 'test' | 'onChange'> {
  error: string | undefined;
}

function ToleranceFields({ test, error, onChange }: ToleranceFieldsProps) {
  return (
    <>
      <NumberInput
        label="Tolerance"
        min={0}
        decimalScale={12}
        value={test.tolerance}
        error={error}
        onChange={(value) => onChange({ tolerance: Number(value) })}
      />
      <Select
        label="The tolerance is"
        allowDeselect={false}
        data={Object.entries(toleranceNames).map(([value, label]) => ({ value, label }))}
        value={test.toleranceIs ?? 'either'}
        onChange={(value) => {
          const chosen = ToleranceIs.safeParse(value);
          if (chosen.success) onChange({ toleranceIs: chosen.data });
        }}
      />
    </>
  );
}
