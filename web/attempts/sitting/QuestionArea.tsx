import { Button, SegmentedControl } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useDeviceSetting } from '../../platform/storage/use-device-setting.ts';
import IconChevronLeft from '~icons/chevron-left';
import IconChevronRight from '~icons/chevron-right';
import type { Sitting } from '@vlabs/contract/attempts/attempts';
import { bodyOf } from '@vlabs/contract/quizzes/questions';
import { kinds } from '@vlabs/contract/kinds/kinds';
import { type RefObject, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import type { Saving } from '../session/attempt-session.ts';
import type { OpenAttempt } from '../session/open-attempt.ts';
import { findInView } from './find-in-view.ts';
import { Palette } from './Palette.tsx';
import classes from './QuestionArea.module.css';
import { QuestionFields } from './QuestionFields.tsx';

/** Lower edge of the sticky bar, in pixels of the window. */
const barBottom = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;

/** Moves the focus to a question once it is on the page, and no dialog is. */
export function focusQuestion(number: string): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const fields = document.querySelector<HTMLElement>(`[data-question="${number}"]`);
      fields?.focus({ preventScroll: true });
      fields?.scrollIntoView({ block: 'start' });
    }),
  );
}

/** When the list begins to show all questions, scrolls to the current one; null for the first. */
function useReturn(
  list: RefObject<HTMLElement | null>,
  isAll: boolean,
  current: string | null,
): void {
  const scroll = useEffectEvent(() => {
    if (current !== null)
      list.current?.querySelector(`[data-question="${current}"]`)?.scrollIntoView();
  });
  useEffect(() => {
    if (isAll) scroll();
  }, [isAll]);
}

interface QuestionAreaProps {
  attempt: OpenAttempt;
  /** The number of the question that the student is at. */
  current: string;
  onCurrent: (number: string) => void;
  flags: ReadonlySet<string>;
  /** The questions with an answer. */
  asked: ReadonlySet<string>;
  /** The time is over: the fields are disabled. */
  isLocked: boolean;
  /** A dialog is open: shortcuts are disabled. */
  areKeysOff: boolean;
  onFlag: (number: string) => void;
}

/** The questions one by one or all on one page, next to the palette. */
export function QuestionArea(props: QuestionAreaProps) {
  const { attempt, flags, asked, isLocked, areKeysOff, current, onFlag } = props;
  const { session, sitting, uniqueId } = attempt;
  const { questions } = sitting;
  const { answers, saving } = useSyncExternalStore(session.subscribe, session.current);
  const setCurrent = props.onCurrent;
  const [view, setView] = useDeviceSetting<'one' | 'all'>({
    key: 'vlabs.attempt-view',
    defaultValue: 'one',
  });
  const numbers = Object.keys(questions);
  const list = useRef<HTMLDivElement>(null);
  const place = numbers.indexOf(current);

  function goTo(number: string | undefined): void {
    if (number === undefined) return;
    setCurrent(number);
    // If only one question is shown, the new one is rendered in the next frame.
    requestAnimationFrame(() => {
      const fields = list.current?.querySelector<HTMLElement>(`[data-question="${number}"]`);
      fields?.focus({ preventScroll: view === 'one' });
      if (view === 'all') fields?.scrollIntoView({ block: 'start' });
    });
  }

  useReturn(list, view === 'all', place > 0 ? current : null);

  /** Shortcuts apply only to a visible question. */
  function findMeant(): string | null {
    const shown = list.current?.querySelectorAll<HTMLElement>('[data-question]') ?? [];
    const places = [...shown].map((fields) => {
      const { top, bottom } = fields.getBoundingClientRect();
      return { number: fields.dataset['question'] ?? '', top, bottom };
    });
    return findInView(places, current, { from: barBottom(), to: window.innerHeight });
  }

  // Focus follows, so that users who scroll see which question the keys change.
  useWindowEvent('scroll', () => {
    const meant = view === 'all' ? findMeant() : null;
    if (meant !== null) setCurrent(meant);
  });

  /** The answer that a digit selects; undefined if there is none. */
  function press(digit: number): string | null | undefined {
    const question = questions[current];
    if (!question) return undefined;
    const { kind, body } = bodyOf(question);
    const before = answers[current] ?? null;
    const after = kinds[kind].press(body, before, digit);
    return after === before ? undefined : after;
  }

  useWindowEvent('keydown', (event) => {
    if (areKeysOff) return;
    const action = readQuizKey(event);
    if (action === null) return;
    const pressed = action.do === 'choose' ? press(action.digit) : null;
    if (pressed === undefined) return;
    event.preventDefault();
    const isMeant = view === 'one' || findMeant() === current;
    if (!isMeant && (action.do === 'choose' || action.do === 'flag')) return;
    if (action.do === 'choose' && !isLocked) session.answer(current, pressed);
    if (action.do === 'next') goTo(numbers[place + 1]);
    if (action.do === 'previous') goTo(numbers[place - 1]);
    if (action.do === 'flag') onFlag(current);
  });

  return (
    <div className={classes.area}>
      <div ref={list} className={classes.questions}>
        {(view === 'all' ? numbers : [current]).map((number) => {
          const question = questions[number];
          return (
            question && (
              <QuestionFields
                key={number}
                number={number}
                question={question}
                answer={answers[number] ?? null}
                isFlagged={flags.has(number)}
                isLocked={isLocked}
                hasKeys={view === 'all' && number === current}
                uniqueId={uniqueId}
                usualPoints={usualPointsOf(sitting)}
                savedAt={savedAtOf(saving)}
                onAnswer={(answer, goesOn) => session.answer(number, answer, goesOn)}
                onLeave={() => session.flush()}
                onFlag={() => onFlag(number)}
                onEnter={() => setCurrent(number)}
              />
            )
          );
        })}
        {view === 'one' && <OneByOne numbers={numbers} place={place} onGoTo={goTo} />}
      </div>
      <aside className={classes.side} aria-label="Overview">
        <SegmentedControl
          fullWidth
          aria-label="Question layout"
          value={view}
          onChange={setView}
          data={[
            { value: 'one', label: 'One by one' },
            { value: 'all', label: 'All on one page' },
          ]}
        />
        <Palette
          numbers={numbers}
          asked={asked}
          answers={answers}
          flags={flags}
          current={current}
          onGoTo={goTo}
        />
        <Keys options={mostOptions(questions)} />
      </aside>
    </div>
  );
}

/** Undefined before the first change. */
function savedAtOf(saving: Saving): string | null | undefined {
  if (saving.is === 'unchanged') return undefined;
  return saving.is === 'saved' ? saving.at : null;
}

/** Four-option questions have no points of their own; beside other kinds that is worth saying. */
const usualPointsOf = ({ formDetails }: Sitting): number | null =>
  formDetails.totalScore === undefined ? null : formDetails.ScorePerQuestion;

/** The shortcuts of this test. */
function Keys({ options }: { options: number }) {
  return (
    <p className={classes.keys}>
      Keys:{' '}
      {options > 0 && (
        <>
          <kbd>1</kbd>–<kbd>{options}</kbd> choose,{' '}
        </>
      )}
      <kbd>N</kbd> next, <kbd>P</kbd> previous, <kbd>F</kbd> flag
    </p>
  );
}

/** The number of options that digits can select; 0 if they select nothing, as in typed answers. */
function mostOptions(questions: Sitting['questions']): number {
  const counts = Object.values(questions).map((question) => {
    const { kind, body } = bodyOf(question);
    const { press, countOptions } = kinds[kind];
    return press(body, null, 1) === undefined ? 0 : Math.max(2, countOptions(body));
  });
  return Math.min(9, Math.max(0, ...counts));
}

interface OneByOneProps {
  numbers: string[];
  place: number;
  onGoTo: (number: string | undefined) => void;
}

function OneByOne({ numbers, place, onGoTo }: OneByOneProps) {
  return (
    <nav className={classes.steps} aria-label="Questions one by one">
      <Button
        variant="default"
        disabled={place === 0}
        leftSection={<IconChevronLeft size={16} aria-hidden />}
        onClick={() => onGoTo(numbers[place - 1])}
      >
        Previous
      </Button>
      <Button
        variant="default"
        disabled={place === numbers.length - 1}
        rightSection={<IconChevronRight size={16} aria-hidden />}
        onClick={() => onGoTo(numbers[place + 1])}
      >
        Next
      </Button>
    </nav>
  );
}

type QuizKey =
  | { do: 'choose'; digit: number }
  | { do: 'next' }
  | { do: 'previous' }
  | { do: 'flag' };

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>;

/** The command of a key during a test; null if the key is meant for something else. */
function readQuizKey({ key, ctrlKey, metaKey, altKey, target }: Pressed): QuizKey | null {
  if (ctrlKey || metaKey || altKey || isTyping(target)) return null;
  if (/^[1-9]$/.test(key)) return { do: 'choose', digit: Number(key) };
  const letter = key.toLowerCase();
  if (letter === 'n') return { do: 'next' };
  if (letter === 'p') return { do: 'previous' };
  if (letter === 'f') return { do: 'flag' };
  return null;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // Letters choose in a list too.
  if (target instanceof HTMLSelectElement) return true;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  return (
    target instanceof HTMLInputElement && target.type !== 'radio' && target.type !== 'checkbox'
  );
}
