import { Button, Kbd, Menu, Text, VisuallyHidden } from '@mantine/core';
import IconAlertCircle from '~icons/alert-circle';
import IconCircle from '~icons/circle';
import IconCircleCheck from '~icons/circle-check';
import IconGripVertical from '~icons/grip-vertical';
import IconPlus from '~icons/plus';
import { wordsOfMarkdown } from '@vlabs/contract/text/markdown-words';
import type { DraftQuestion } from '@vlabs/contract/quizzes/quiz-drafts';
import { MAX_QUESTIONS } from '@vlabs/contract/quizzes/questions';
import type { KindName } from '@vlabs/contract/kinds/kinds';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { kindChoices } from '../drafts/draft-content.ts';
import { listQuestionMistakes } from '../drafts/draft-mistakes.ts';
import classes from './QuestionList.module.css';
import type { Builder } from './use-builder.ts';

interface QuestionListProps {
  questions: DraftQuestion[];
  /** The points of all; null if the score per question is not known. */
  total: number | null;
  builder: Builder;
  /** Set after the first Create: blank questions then count as incomplete. */
  isAsked: boolean;
  onAdd: (kind: KindName | null) => void;
}

/** The questions in order; they can be dragged, or moved with Alt and an arrow key. */
export function QuestionList(props: QuestionListProps) {
  const { questions, total, builder, isAsked, onAdd } = props;
  const [dragged, setDragged] = useState<number | null>(null);
  const [target, setTarget] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);

  const { place: openPlace } = builder;
  useEffect(() => {
    list.current?.children[openPlace]?.scrollIntoView({ block: 'nearest' });
  }, [openPlace]);

  function drop(): void {
    if (dragged !== null && target !== null) builder.move(dragged, target);
    setDragged(null);
    setTarget(null);
  }

  function onKeyDown(event: KeyboardEvent, place: number): void {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    if (event.altKey) {
      builder.move(place, place + step);
      return;
    }
    const next = questions[place + step];
    if (!next) return;
    builder.show(next.key);
    list.current?.querySelectorAll<HTMLElement>('button')[place + step]?.focus();
  }

  return (
    <nav className={classes.frame} aria-label="Questions of the test">
      <ol className={classes.list} ref={list}>
        {questions.map((question, place) => (
          <li key={question.key} data-target={target === place && dragged !== place}>
            <button
              type="button"
              className={classes.item}
              draggable
              onDragStart={() => setDragged(place)}
              onDragOver={(event) => {
                event.preventDefault();
                setTarget(place);
              }}
              onDrop={drop}
              onDragEnd={drop}
              aria-current={place === builder.place ? 'true' : undefined}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              onClick={() => builder.show(question.key)}
              onKeyDown={(event) => onKeyDown(event, place)}
            >
              <IconGripVertical size={14} className={classes.grip} aria-hidden />
              <span className={classes.number}>{place + 1}</span>
              <span className={classes.title}>{nameOf(question)}</span>
              <QuestionState
                question={question}
                isJudged={isAsked || builder.left.has(question.key)}
              />
            </button>
          </li>
        ))}
      </ol>
      <AddQuestion onAdd={onAdd} isFull={questions.length >= MAX_QUESTIONS} />
      {total !== null && (
        <Text size="sm" c="dimmed">
          {questions.length} {questions.length === 1 ? 'question' : 'questions'}, {total}{' '}
          {total === 1 ? 'point' : 'points'} in total
        </Text>
      )}
      <Text size="sm" c="dimmed" visibleFrom="sm">
        <Kbd>Ctrl</Kbd> + <Kbd>Enter</Kbd> adds another question of the same kind.
      </Text>
    </nav>
  );
}

/** Asks for the kind. */
function AddQuestion({ onAdd, isFull }: Pick<QuestionListProps, 'onAdd'> & { isFull: boolean }) {
  return (
    <Menu position="bottom-start" width="target" returnFocus={false}>
      <Menu.Target>
        <Button
          variant="default"
          fullWidth
          disabled={isFull}
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          Add question
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kindChoices.map(({ name, label }) => (
          <Menu.Item key={label} onClick={() => onAdd(name)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function nameOf({ QuestionTitle }: DraftQuestion): string {
  return wordsOfMarkdown(QuestionTitle) || QuestionTitle.trim() || 'Empty';
}

/** Complete, faulty or blank. */
function QuestionState({ question, isJudged }: { question: DraftQuestion; isJudged: boolean }) {
  const { Icon, className, word } = states[stateOf(question, isJudged)];
  return (
    <>
      <Icon size={16} className={className ?? ''} aria-hidden />
      <VisuallyHidden>{word}</VisuallyHidden>
    </>
  );
}

const states = {
  whole: { Icon: IconCircleCheck, className: classes.whole, word: 'complete' },
  faulty: { Icon: IconAlertCircle, className: classes.faulty, word: 'incomplete' },
  open: { Icon: IconCircle, className: classes.open, word: 'to be written' },
};

function stateOf(question: DraftQuestion, isJudged: boolean): keyof typeof states {
  if (Object.keys(listQuestionMistakes(question)).length === 0) return 'whole';
  return isJudged ? 'faulty' : 'open';
}
