import { Text, VisuallyHidden } from '@mantine/core';
import type { Frame, Snapshot } from '@vlabs/contract/runs/trace/replay';
import type { TraceValue } from '@vlabs/contract/runs/trace/trace';
import { memo, useContext } from 'react';
import classes from './StatePane.module.css';
import { nameOfGlobals } from '../words/step-words.ts';
import { markOfVariable, StepScopeContext } from './step-scope.ts';
import { showUnseen } from '../words/value-words.ts';
import { ValueView } from './ValueView.tsx';

interface FrameListProps {
  snapshot: Snapshot;
  /** At the step before. */
  before: Snapshot | undefined;
}

/** The open calls with their variables, the innermost first. */
export function FrameList({ snapshot, before }: FrameListProps) {
  const { frames, event, value } = snapshot;
  const last = frames.length - 1;
  const shown = frames
    .map((frame, depth) => ({ frame, depth }))
    .filter(({ frame, depth }) => depth > 0 || last === 0 || frame.variables.length > 0);
  return (
    <ol className={classes.frames} aria-label="Variables, the current call first">
      {shown.toReversed().map(({ frame, depth }) => {
        const earlier = before?.frames[depth];
        return (
          <FrameCard
            key={frame.activation}
            frame={frame}
            before={earlier?.activation === frame.activation ? earlier : undefined}
            depth={depth}
            isCurrent={depth === last}
            isMarked={before !== undefined}
            returned={depth === last && event === 'return' ? value : undefined}
          />
        );
      })}
    </ol>
  );
}

interface FrameCardProps {
  frame: Frame;
  before: Frame | undefined;
  depth: number;
  isCurrent: boolean;
  /** Changes are marked. */
  isMarked: boolean;
  returned: TraceValue | undefined;
}

const FrameCard = memo(function FrameCard(props: FrameCardProps) {
  const { frame, before, depth, isCurrent, isMarked, returned } = props;
  const { names } = useContext(StepScopeContext);
  const earlier = new Map(before?.variables);
  const name = depth === 0 ? nameOfGlobals(names.language) : showUnseen(frame.name);
  const isEmpty = frame.variables.length === 0 && returned === undefined;
  return (
    <li className={classes.frame} data-current={isCurrent || undefined}>
      <h3 className={classes.name}>
        {name}
        {isCurrent && depth > 0 && <VisuallyHidden>, current</VisuallyHidden>}
      </h3>
      {isEmpty && (
        <Text size="xs" c="dimmed" px={8} pb={4}>
          No variables yet
        </Text>
      )}
      <table className={classes.variables}>
        <tbody>
          {frame.variables.map(([variable, value]) => {
            const isChanged = earlier.get(variable) !== value || !earlier.has(variable);
            return (
              <tr
                key={variable}
                tabIndex={-1}
                data-target={markOfVariable(depth, variable)}
                data-changed={(isMarked && isChanged) || undefined}
              >
                <th scope="row">{showUnseen(variable)}</th>
                <td>
                  <ValueView value={value} before={earlier.get(variable)} />
                </td>
              </tr>
            );
          })}
          {returned !== undefined && (
            <tr data-changed>
              <th scope="row">
                <i>returns</i>
              </th>
              <td>
                <ValueView value={returned} />
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </li>
  );
});
