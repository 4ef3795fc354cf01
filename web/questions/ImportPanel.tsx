import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Skeleton,
  Stack,
  Text,
  Textarea,
  Title,
} from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { useMutation } from '@tanstack/react-query';
import IconBooks from '~icons/books';
import IconFileText from '~icons/file-text';
import IconPlus from '~icons/plus';
import { keepBankQuestions } from '@vlabs/contract/questions/question-bank';
import {
  FORMAT_NAMES,
  IMPORT_FORMATS,
  importQuestions,
  type QuestionImport,
} from '@vlabs/contract/questions/question-files';
import { useState } from 'react';
import { call, messageOf } from '../platform/calls/call.ts';
import { KeyedQuestion } from './KeyedQuestion.tsx';
import { FormMessage } from '../ui/FormMessage.tsx';
import { toastError, toastSuccess } from '../ui/toast.ts';
import type { AddQuestionsProps } from './add-questions-props.ts';
import classes from './AddQuestions.module.css';

const FORMATS = IMPORT_FORMATS.map((value) => ({ value, label: FORMAT_NAMES[value] }));

/** Parses a file or pasted text, shows what was and was not read, and adds the selection. */
export function ImportPanel(props: AddQuestionsProps) {
  const [pasted, setPasted] = useState('');
  const [format, setFormat] = useState('');
  const reading = useMutation({
    mutationFn: async (file: File) => {
      const body = new FormData();
      body.set('file', file);
      body.set('format', format);
      return (await call(importQuestions, { body })).data;
    },
  });
  return (
    <Stack gap="md">
      <Dropzone
        className={classes.drop ?? ''}
        multiple={false}
        loading={reading.isPending}
        inputProps={{ 'aria-label': 'File of questions' }}
        aria-label="Choose a file of questions, or drop it here"
        onDrop={([file]: File[]) => file && reading.mutate(file)}
      >
        <IconFileText size={28} stroke={1.5} aria-hidden />
        <div>
          <Text fw={550}>Drop a file of questions here, or choose it</Text>
          <Text size="sm" c="dimmed">
            Aiken, GIFT, Moodle XML, Canvas or QTI packages, CSV, Word or plain text.
          </Text>
        </div>
      </Dropzone>
      <NativeSelect
        label="Format"
        description="If a file or text is read as the wrong format, choose its format here and read it again."
        data={[{ value: '', label: 'Detect the format' }, ...FORMATS]}
        value={format}
        onChange={({ currentTarget }) => setFormat(currentTarget.value)}
      />
      <Textarea
        label="Or paste questions"
        description="Numbered questions with options a), b), c) and a line such as Answer: b"
        autosize
        minRows={3}
        maxRows={10}
        value={pasted}
        onChange={({ currentTarget }) => setPasted(currentTarget.value)}
      />
      <Group>
        <Button
          variant="default"
          disabled={pasted.trim() === ''}
          loading={reading.isPending}
          onClick={() => reading.mutate(new File([pasted], 'pasted.txt', { type: 'text/plain' }))}
        >
          Read the text
        </Button>
      </Group>
      {reading.isPending && <Skeleton height={120} />}
      {reading.error && <FormMessage message={messageOf(reading.error)} />}
      {reading.data && <Review key={reading.submittedAt} read={reading.data} {...props} />}
    </Stack>
  );
}

function Review({
  read,
  remaining,
  subject,
  topic,
  onAdd,
}: AddQuestionsProps & { read: QuestionImport }) {
  const { questions, notRead, format } = read;
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [added, setAdded] = useState<ReadonlySet<number>>(new Set());
  const chosen = questions.filter((_, place) => !left.has(place));
  const keeping = useMutation({
    mutationFn: async () => {
      const kept = chosen.map(({ topic: _topic, ...question }) => question);
      const labels = { subject, topic: questions[0]?.topic ?? topic, tags: [] };
      return (await call(keepBankQuestions, { body: { ...labels, questions: kept } })).data;
    },
    onSuccess: ({ added: kept, known }) =>
      toastSuccess(`${kept} added to the bank${known > 0 ? `, ${known} were already there` : ''}.`),
    onError: (error) => toastError(messageOf(error)),
  });

  /** Takes the selection back, so that a second press adds nothing. */
  function add(): void {
    const places = questions.map((_, place) => place);
    setAdded(new Set(places.filter((place) => added.has(place) || !left.has(place))));
    setLeft(new Set(places));
    onAdd(chosen);
  }

  function toggle(place: number): void {
    const next = new Set(left);
    if (!next.delete(place)) next.add(place);
    setLeft(next);
  }

  return (
    <Stack gap="md">
      <Title order={3} size="h4">
        {FORMAT_NAMES[format]}: {countOf(questions.length)} read
      </Title>
      {notRead.length > 0 && <NotReadList notRead={notRead} />}
      {questions.length > 0 && (
        <Group gap="xs">
          <Button
            disabled={chosen.length === 0 || chosen.length > remaining}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={add}
          >
            {chosen.length === 0 && added.size > 0 ? 'Added' : `Add ${countOf(chosen.length)}`}
          </Button>
          <Button
            variant="default"
            disabled={chosen.length === 0}
            loading={keeping.isPending}
            leftSection={<IconBooks size={16} aria-hidden />}
            onClick={() => keeping.mutate()}
          >
            Keep in the bank
          </Button>
          {chosen.length > remaining && (
            <Text size="sm">You can add {remaining} more. Choose fewer questions.</Text>
          )}
        </Group>
      )}
      <ol className={classes.list} aria-label="Imported questions">
        {questions.map((question, place) => (
          <li key={place} className={classes.item}>
            <Checkbox
              label={`Select question ${place + 1}${added.has(place) ? ' (in the test)' : ''}`}
              checked={!left.has(place)}
              onChange={() => toggle(place)}
            />
            <KeyedQuestion question={question} number={place + 1} />
          </li>
        ))}
      </ol>
    </Stack>
  );
}

function NotReadList({ notRead }: Pick<QuestionImport, 'notRead'>) {
  return (
    <section aria-label="Not imported">
      <Title order={4} size="h5" mb="xs">
        Not imported, or only in part
      </Title>
      <ul className={classes.notRead}>
        {notRead.map(({ item, reason }, place) => (
          <li key={place}>
            <Text size="sm">
              <strong>{item}</strong> — {reason}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}

const countOf = (count: number): string => (count === 1 ? '1 question' : `${count} questions`);
