import { Anchor, Button, Group, Kbd, Skeleton, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import IconArrowDown from '~icons/arrow-down';
import IconArrowUp from '~icons/arrow-up';
import { findLanguage } from '@vlabs/contract/runs/languages';
import type { ComparedText, PairView } from '@vlabs/contract/similarity/similarity';
import { useCallback, useMemo, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { languageNameOf } from '../platform/languages.ts';
import { Moment } from '../ui/dates/Moment.tsx';
import { Page } from '../ui/frame/Page.tsx';
import { Loaded } from '../ui/states.tsx';
import { showLines, showPart } from '../ui/progress/show-part.ts';
import { ProgramView } from './ProgramView.tsx';
import { type Subject, pathOf, useSubject, workPathOf } from './subject.ts';
import { useSimilarPair } from './use-similarity.ts';
import classes from './TwoPrograms.module.css';

/** Two programs side by side with their shared parts marked. */
export function PairPage() {
  const { one = '', other = '' } = useParams();
  const subject = useSubject();
  const language = useSearchParams()[0].get('language') ?? '';
  const query = useSimilarPair(subject, { one, other, language });
  const { data } = query;
  return (
    <Page
      heading={data ? `${data.one.name} and ${data.other.name}` : 'Two programs'}
      introduction={
        <Anchor component={Link} to={pathOf(subject)}>
          {data ? `Similarity: ${data.title}` : 'Similarity'}
        </Anchor>
      }
    >
      <Loaded
        query={query}
        waiting={<Skeleton height={480} />}
        failure="The programs could not be loaded."
      >
        {(pair) => (
          <TwoPrograms key={`${one} ${other} ${language}`} subject={subject} pair={pair} />
        )}
      </Loaded>
    </Page>
  );
}

function TwoPrograms({ subject, pair }: { subject: Subject; pair: PairView }) {
  const { one, other, fragments, language } = pair;
  const [chosen, setChosen] = useState(0);
  const step = (by: number) =>
    setChosen((now) => (now + by + fragments.length) % Math.max(1, fragments.length));
  const choose = useCallback((place: number) => setChosen(place), []);
  useHotkeys([
    ['N', () => step(1)],
    ['P', () => step(-1)],
  ]);
  const [inOne, inOther] = useMemo(
    () => [
      fragments.map(([from, to]) => ({ from, to })),
      fragments.map(([, , from, to]) => ({ from, to })),
    ],
    [fragments],
  );
  const languageId = findLanguage(language)?.id;
  if (languageId === undefined) return null;
  return (
    <>
      <Text maw="75ch">
        The two {languageNameOf(language)} programs are {showPart(pair.similarity)} alike:{' '}
        {showPart(pair.partOfOne)} of {one.name}’s and {showPart(pair.partOfOther)} of {other.name}
        ’s stand in both. The longest part has {showLines(pair.longestLines)}.
      </Text>
      <Group gap="sm" my="md">
        <Button
          variant="default"
          leftSection={<IconArrowUp size={16} aria-hidden />}
          onClick={() => step(-1)}
        >
          Previous part
        </Button>
        <Button
          variant="default"
          leftSection={<IconArrowDown size={16} aria-hidden />}
          onClick={() => step(1)}
        >
          Next part
        </Button>
        <Text component="output" size="sm">
          Shared part {chosen + 1} of {fragments.length}
        </Text>
        <Text size="sm" c="dimmed">
          <Kbd>N</Kbd> and <Kbd>P</Kbd> move between parts. Names, comments and layout are ignored.
        </Text>
      </Group>
      <div className={classes.frame}>
        <ProgramView
          name={one.name}
          text={one.text}
          ranges={inOne}
          {...{ languageId, chosen, onChoose: choose }}
        />
        <ProgramView
          name={other.name}
          text={other.text}
          ranges={inOther}
          {...{ languageId, chosen, onChoose: choose }}
        />
      </div>
      <Group gap="lg" mt="md">
        <WorkLink subject={subject} work={one} />
        <WorkLink subject={subject} work={other} />
      </Group>
    </>
  );
}

function WorkLink({ subject, work }: { subject: Subject; work: ComparedText }) {
  const { studentId, name, handedInAt, isLate } = work;
  return (
    <Text size="sm">
      <Anchor fz="inherit" underline="always" component={Link} to={workPathOf(subject, studentId)}>
        {'quiz' in subject ? 'Attempt' : 'Hand-in'} of {name}
      </Anchor>
      , <Moment at={handedInAt} />
      {isLate && ', late'}
    </Text>
  );
}
