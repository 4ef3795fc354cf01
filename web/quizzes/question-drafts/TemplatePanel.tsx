import { Button, Group, Loader, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core';
import IconPlayerPlay from '~icons/player-play';
import { MAX_VARIANTS } from '@vlabs/contract/quizzes/questions';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../platform/calls/call.ts';
import { FormMessage } from '../../ui/FormMessage.tsx';
import { findProgram } from './find-program.ts';
import { makeFromTemplate } from './make-from-template.ts';
import { fillIn, listPlaceholders, type NumberRange } from './question-template.ts';
import classes from './TemplatePanel.module.css';
import type { Builder } from '../builder/use-builder.ts';

const EXAMPLE =
  'What does this program print?\n\n```c\n#include <stdio.h>\n\nint main(void) {\n  int sum = 0;\n  for (int i = {{a}}; i < {{b}}; i++) sum += i;\n  printf("%d", sum);\n}\n```';

type TypedRange = Record<'from' | 'to', string>;
const WHOLE = /^-?\d{1,9}$/;

/** Makes an output question from a template: numbers are drawn, and running the program gives the answer. */
export function TemplatePanel({ builder }: { builder: Builder }) {
  const [title, setTitle] = useState(EXAMPLE);
  const [typed, setTyped] = useState<Record<string, TypedRange>>({});
  const [forms, setForms] = useState('5');
  const [done, setDone] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const underWay = useRef<AbortController | null>(null);
  useEffect(() => () => underWay.current?.abort(), []);

  const names = listPlaceholders(title);
  // Consecutive ranges, so that a loop from the first to the second number runs.
  const rangeOf = (name: string): TypedRange => typed[name] ?? rangeAt(names.indexOf(name));
  const ranges = names.map((name) => readRange(name, rangeOf(name)));
  const formCount = WHOLE.test(forms) ? Number(forms) : 0;
  const isSound =
    ranges.every((range) => range !== null) && formCount >= 1 && formCount <= MAX_VARIANTS;
  const hasProgram = findProgram(fillIn(title, {})) !== null;

  async function make(): Promise<void> {
    const sound = ranges.filter((range) => range !== null);
    const { signal } = (underWay.current = new AbortController());
    setProblem(null);
    setDone(0);
    try {
      const template = { title, ranges: sound, forms: names.length === 0 ? 1 : formCount };
      const made = await makeFromTemplate(template, setDone, signal);
      if ('problem' in made) setProblem(made.problem);
      else builder.takeOver([made.question]);
    } catch (error) {
      if (!signal.aborted) setProblem(`The programs couldn’t be run. ${messageOf(error)}`);
    }
    setDone(null);
  }

  return (
    <Paper
      withBorder
      component="section"
      className={classes.panel}
      aria-label="Question from a template"
    >
      <Stack gap="md">
        <Textarea
          label="Template"
          description="{{a}} is replaced by a random number. The correct answer is what the program prints; wrong answers come from common reading mistakes."
          autosize
          minRows={6}
          maxRows={18}
          className={classes.template}
          value={title}
          error={
            hasProgram
              ? undefined
              : 'Write a program in a ```c, ```cpp, ```java or ```python block.'
          }
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <div className={classes.ranges}>
          {names.map((name, place) => (
            <fieldset key={name} className={classes.range}>
              <legend>{name}</legend>
              {(['from', 'to'] as const).map((end) => (
                <TextInput
                  key={end}
                  label={end === 'from' ? 'From' : 'To'}
                  aria-label={`${name}: ${end}`}
                  inputMode="numeric"
                  value={rangeOf(name)[end]}
                  error={ranges[place] === null}
                  onChange={({ currentTarget: { value } }) =>
                    setTyped({ ...typed, [name]: { ...rangeOf(name), [end]: value } })
                  }
                />
              ))}
            </fieldset>
          ))}
          <TextInput
            label="Sets of numbers"
            description="Each student gets one of them"
            inputMode="numeric"
            value={forms}
            error={formCount >= 1 && formCount <= MAX_VARIANTS ? undefined : `1 to ${MAX_VARIANTS}`}
            onChange={({ currentTarget }) => setForms(currentTarget.value)}
          />
        </div>
        <FormMessage message={problem} />
        <Group gap="xs">
          <Button
            disabled={!isSound || !hasProgram || done !== null}
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            onClick={() => void make()}
          >
            Make the question
          </Button>
          {done !== null && (
            <>
              <Loader size={16} aria-hidden />
              <Text size="sm">
                {done} of {formCount} sets are run
              </Text>
              <Button variant="default" onClick={() => underWay.current?.abort()}>
                Cancel
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </Paper>
  );
}

const rangeAt = (place: number): TypedRange => ({
  from: String(place * 5 + 1),
  to: String(place * 5 + 5),
});

function readRange(name: string, { from, to }: TypedRange): NumberRange | null {
  if (!WHOLE.test(from) || !WHOLE.test(to) || Number(from) > Number(to)) return null;
  return { name, from: Number(from), to: Number(to) };
}
