import { Paper, Stack, Text, Title } from '@mantine/core';
import IconTable from '~icons/table';
import { useQuery } from '@tanstack/react-query';
import { type Line, calculateLine, prepareLines, tellRule } from '@vlabs/contract/marks/lines';
import { type OwnMarks, getOwnMarks } from '@vlabs/contract/marks/marks';
import { useParams } from 'react-router';
import { queryOf } from '../../platform/calls/query-of.ts';
import { PageOfClass } from '../../ui/frame/PageOfClass.tsx';
import { Empty } from '../../ui/states.tsx';
import { ownWord } from '../cell-words.ts';
import { type Block, blocksOf } from '../sheet-blocks.ts';
import classes from './OwnMarksPage.module.css';

/** A student's own marks in a class, with the rules of the total in words. */
export function OwnMarksPage() {
  const { classId = '' } = useParams();
  return (
    <PageOfClass
      heading="Marks"
      width="reading"
      query={useQuery(queryOf(getOwnMarks, { params: { classId } }))}
      failure="Your marks could not be loaded."
      introduction={({ className, subject }) => `${className}, ${subject}`}
      back={{ label: 'Dashboard', path: '/dashboard/user' }}
    >
      {(own) => <OwnLine own={own} />}
    </PageOfClass>
  );
}

function OwnLine({ own }: { own: OwnMarks }) {
  const { columns, rules, cells } = own;
  if (columns.length === 0) {
    return (
      <Empty icon={IconTable} title="No marks yet">
        Tests and assignments of the class will be listed here with your marks.
      </Empty>
    );
  }
  const line = calculateLine(prepareLines(columns, rules), cells);
  const blocks = blocksOf(columns, rules).filter(({ places }) => places.length > 0);
  return (
    <Stack gap="md">
      {rules.groups.length > 0 && <Total line={line} />}
      {blocks.map((block) => (
        <BlockOf key={block.number} block={block} line={line} own={own} />
      ))}
    </Stack>
  );
}

function Total({ line: { total, outOf, percent, isProvisional } }: { line: Line }) {
  return (
    <Paper withBorder p="lg">
      <div className={classes.head}>
        <Title order={2}>{isProvisional ? 'Total so far' : 'Total'}</Title>
        <Text fw={650} className={classes.value}>
          {total === null ? 'Nothing counts yet' : `${total} of ${outOf} (${percent}%)`}
        </Text>
      </div>
      {isProvisional && (
        <Text size="sm" c="dimmed">
          It counts what is known by now, and will change.
        </Text>
      )}
    </Paper>
  );
}

function BlockOf({ block, line, own }: { block: Block; line: Line; own: OwnMarks }) {
  const { group, number, places } = block;
  const { columns, cells, rules } = own;
  const { points = null, dropped = [] } = line.groups[number] ?? {};
  const isAlone = rules.groups.length === 0;
  return (
    <Paper withBorder p="lg">
      <div className={classes.head}>
        <Title order={2}>
          {group?.name ?? (isAlone ? 'Tests and assignments' : 'Not counted')}
        </Title>
        {group && (
          <Text fw={600} className={classes.value}>
            {points ?? '–'} of {group.weight}
          </Text>
        )}
      </div>
      {group && (
        <Text size="sm" c="dimmed" mb="xs">
          {tellRule(group.rule, places.length)}
        </Text>
      )}
      <ul className={classes.works}>
        {places.map((place) => {
          const column = columns[place];
          if (!column) return null;
          return (
            <li key={column.id} className={classes.work}>
              <Text>{column.title}</Text>
              <Text className={classes.value} {...(dropped.includes(place) && { c: 'dimmed' })}>
                {ownWord(cells[place] ?? 'not_asked', column.maxMarks, rules)}
                {dropped.includes(place) ? ', not counted' : ''}
              </Text>
            </li>
          );
        })}
      </ul>
    </Paper>
  );
}
