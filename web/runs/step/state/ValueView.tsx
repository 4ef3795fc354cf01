import type { TraceAggregate, TraceValue } from '@vlabs/contract/runs/trace/trace';
import { memo, useContext, useState } from 'react';
import { countMissing, elementsOf, indexesOf, pairsOf } from '../words/contents.ts';
import {
  markOfVariable,
  ObjectsContext,
  StepScopeContext,
  type Target,
  variableOf,
} from './step-scope.ts';
import { countOf, sayValue, showUnseen } from '../words/value-words.ts';
import classes from './ValueView.module.css';

interface ValueViewProps {
  value: TraceValue;
  /** The value in the same place at the step before; undefined if there was none. */
  before?: TraceValue | undefined;
}

/** A value as text, a reference as a button. */
export function ValueView({ value, before }: ValueViewProps) {
  const { names } = useContext(StepScopeContext);
  const said = sayValue(value, names);
  if (!Array.isArray(value)) return <span className={classes.value}>{said}</span>;
  switch (value[0]) {
    case 'r':
      return <Reference target={{ id: value[1], element: value[2] }} words={said} />;
    case 'v': {
      const target = { depth: value[1], variable: variableOf(value[2]) };
      return <Reference target={target} words={showUnseen(value[2])} />;
    }
    case 'u':
      return <span className={classes.unset}>{said}</span>;
    case 'd':
      return (
        <span className={classes.value}>
          <s>address</s> {said}
        </span>
      );
    case 'o': {
      const [, ...parts] = value;
      return <ContentView parts={parts} before={aggregateOf(before)} />;
    }
    default:
      return <span className={classes.value}>{said}</span>;
  }
}

interface ReferenceProps {
  target: Target;
  words: string;
}

/** Leads to an object or a variable; on a phone it opens the object in place. */
function Reference({ target, words }: ReferenceProps) {
  const { isPhone, follow } = useContext(StepScopeContext);
  const [isOpen, setIsOpen] = useState(false);
  const isObject = 'id' in target;
  const mark = isObject ? String(target.id) : markOfVariable(target.depth, target.variable);
  const opensHere = isPhone && isObject;
  return (
    <>
      <button
        type="button"
        className={classes.reference}
        title={opensHere ? undefined : `Go to ${words}`}
        aria-expanded={opensHere ? isOpen : undefined}
        data-refers={mark}
        data-element={isObject ? target.element : undefined}
        onClick={() => (opensHere ? setIsOpen(!isOpen) : follow(target))}
      >
        <span aria-hidden>{opensHere && isOpen ? '▾' : '→'}</span> {words}
      </button>
      {opensHere && isOpen && <OpenObject id={target.id} />}
    </>
  );
}

/** What a reference leads to, below it. */
function OpenObject({ id }: { id: number }) {
  const object = useContext(ObjectsContext).get(id);
  if (!object) return <span className={classes.unset}>It is not shown.</span>;
  return (
    <span className={classes.opened}>
      <ContentView parts={object.parts} />
    </span>
  );
}

function aggregateOf(value: TraceValue | undefined): TraceAggregate | undefined {
  if (!Array.isArray(value) || value[0] !== 'o') return undefined;
  const [, ...parts] = value;
  return parts;
}

interface ContentViewProps {
  parts: TraceAggregate;
  /** At the step before; undefined if nothing is to be marked as changed. */
  before?: TraceAggregate | undefined;
}

/** The content of an object or of an aggregate in another value. */
export function ContentView({ parts, before }: ContentViewProps) {
  const [kind, , , content] = parts;
  const missing = countMissing(parts);
  if (kind === 'opaque') return <span className={classes.note}>not shown</span>;
  if (content.length === 0 && missing === 0) return <span className={classes.note}>empty</span>;
  const earlier = before?.[0] === kind ? before : undefined;
  const arePairs = kind === 'map' || kind === 'fields';
  return (
    <>
      {arePairs ? (
        <Pairs parts={parts} before={earlier} />
      ) : (
        <Elements parts={parts} before={earlier} />
      )}
      {missing > 0 && <span className={classes.note}>and {countOf(missing, 'more element')}</span>}
    </>
  );
}

function Pairs({ parts, before }: ContentViewProps) {
  const earlier = before && pairsOf(before);
  return (
    <table className={classes.pairs}>
      <tbody>
        {pairsOf(parts).map(([key, value], at) => (
          <Row
            key={at}
            name={key}
            isName={parts[0] === 'fields'}
            value={value}
            before={earlier?.[at]?.[1]}
            isMarked={earlier !== undefined}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  name: TraceValue;
  /** The name of a field rather than a key. */
  isName: boolean;
  value: TraceValue;
  before: TraceValue | undefined;
  /** It is marked if it changed. */
  isMarked: boolean;
}

const Row = memo(function Row({ name, isName, value, before, isMarked }: RowProps) {
  return (
    <tr data-changed={(isMarked && before !== value) || undefined}>
      <th scope="row">
        {isName && typeof name === 'string' ? showUnseen(name) : <ValueView value={name} />}
      </th>
      <td>
        <ValueView value={value} before={before} />
      </td>
    </tr>
  );
});

/** Elements in rows; those that are aggregates themselves, such as the rows of a matrix, one below the other. */
function Elements({ parts, before }: ContentViewProps) {
  const isSet = parts[0] === 'set';
  const elements = elementsOf(parts);
  const earlier = before && elementsOf(before);
  const indexes = indexesOf(elements);
  const isNested = elements.some((one) => Array.isArray(one) && one[0] === 'o');
  const cells = elements.map((value, at) => (
    <Cell
      key={at}
      index={isSet ? null : (indexes[at] ?? null)}
      value={value}
      before={earlier?.[at]}
      isMarked={earlier !== undefined}
    />
  ));
  const List = isSet ? 'ul' : 'ol';
  return (
    <List className={classes.cells} data-nested={isNested || undefined}>
      {cells}
    </List>
  );
}

interface CellProps {
  /** Null in a set. */
  index: string | null;
  value: TraceValue;
  before: TraceValue | undefined;
  isMarked: boolean;
}

const Cell = memo(function Cell({ index, value, before, isMarked }: CellProps) {
  return (
    <li data-changed={(isMarked && before !== value) || undefined}>
      {index !== null && <span className={classes.index}>{index}</span>}
      <ValueView value={value} before={before} />
    </li>
  );
});
