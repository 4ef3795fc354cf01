import { Group, NativeSelect, TextInput } from '@mantine/core';
import type { DraftQuestion, TypedKindQuestion } from '@vlabs/contract/quizzes/quiz-drafts';
import { KIND_NAMES, kinds } from '@vlabs/contract/kinds/kinds';
import { views } from '../../kinds/views.tsx';
import { Suspense } from 'react';
import { kindChoices } from '../drafts/draft-content.ts';
import type { Builder } from './use-builder.ts';
import { PartSkeleton } from '../../ui/states.tsx';

interface KindFieldsProps<Question> {
  question: Question;
  builder: Builder;
  mistakes: Record<string, string>;
}

const FOUR_OPTIONS = '';
const choices = kindChoices.map(({ name, label }) => ({ value: name ?? FOUR_OPTIONS, label }));

/** The kind of a question, and its points if its kind has its own. */
export function KindChoice({ question, builder, mistakes }: KindFieldsProps<DraftQuestion>) {
  return (
    <Group align="flex-start" gap="md">
      <NativeSelect
        label="Kind of question"
        value={'Kind' in question ? question.Kind : FOUR_OPTIONS}
        data={choices}
        onChange={({ currentTarget: { value } }) => {
          const kind = KIND_NAMES.find((name) => name === value) ?? null;
          builder.changeKind(kind);
        }}
      />
      {'Kind' in question && !kinds[question.Kind].asksNothing && (
        <TextInput
          label="Points"
          name="Points"
          inputMode="decimal"
          placeholder="Score per Question"
          value={question.Points}
          error={mistakes['Points']}
          onChange={({ currentTarget: { value } }) =>
            builder.change((now) => ('Kind' in now ? { ...now, Points: value } : now))
          }
        />
      )}
    </Group>
  );
}

/** The two parts of a question: what students see, and the key. */
export function KindFields({ question, builder, mistakes }: KindFieldsProps<TypedKindQuestion>) {
  const { Editor } = views[question.Kind];
  const change = (halves: Partial<Pick<TypedKindQuestion, 'Body' | 'Key'>>) =>
    builder.change((now) => ('Kind' in now ? { ...now, ...halves } : now));
  return (
    <Suspense fallback={<PartSkeleton height={200} />}>
      <Editor
        body={question.Body}
        answerKey={question.Key}
        mistakes={mistakes}
        onBody={(Body) => change({ Body })}
        onKey={(Key) => change({ Key })}
        onBoth={(Body, Key) => change({ Body, Key })}
      />
    </Suspense>
  );
}
