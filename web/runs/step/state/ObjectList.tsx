import { Text } from '@mantine/core';
import type { ShownObject, Snapshot } from '@vlabs/contract/runs/trace/replay';
import { memo, useContext } from 'react';
import { listRows, type Placement } from './placement.ts';
import classes from './StatePane.module.css';
import { StepScopeContext } from './step-scope.ts';
import { countOf, nameOfObject, showUnseen } from '../words/value-words.ts';
import { ContentView } from './ValueView.tsx';

interface ObjectListProps {
  snapshot: Snapshot;
  /** At the step before. */
  before: Snapshot | undefined;
  placement: Placement;
}

/** The objects of a step, each in the place that it has in the whole trace. */
export function ObjectList({ snapshot, before, placement }: ObjectListProps) {
  const rows = listRows(snapshot.objects, placement);
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed" className={classes.none ?? ''}>
        No objects at this step
      </Text>
    );
  }
  return (
    <ul className={classes.rows} aria-label="Objects">
      {rows.map(({ row, objects }) => (
        <li key={row} className={classes.row}>
          <ul>
            {objects.map((object) => (
              <ObjectCard
                key={object.id}
                object={object}
                before={before?.objects.get(object.id)}
                isMarked={before !== undefined}
              />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

interface ObjectCardProps {
  object: ShownObject;
  before: ShownObject | undefined;
  /** What is new and what changed is marked. */
  isMarked: boolean;
}

const COUNTED = new Set(['list', 'array', 'set', 'map']);

const ObjectCard = memo(function ObjectCard({ object, before, isMarked }: ObjectCardProps) {
  const { id, parts, isFreed } = object;
  const [kind, , length] = parts;
  const { names } = useContext(StepScopeContext);
  return (
    <li
      className={classes.object}
      tabIndex={-1}
      data-target={id}
      data-new={(isMarked && !before) || undefined}
      data-freed={isFreed || undefined}
    >
      <h3 className={classes.name} title={showUnseen(object.type)}>
        {isFreed ? <s>{nameOfObject(names, id)}</s> : nameOfObject(names, id)}
        <span className={classes.size}>
          {isFreed && ' freed'}
          {!isFreed && COUNTED.has(kind) && ` ${countOf(length, 'element')}`}
          {isMarked && !before && ' new'}
        </span>
      </h3>
      <ContentView parts={parts} before={before?.parts} />
    </li>
  );
});
