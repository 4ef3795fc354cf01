import { Anchor, Paper } from '@mantine/core';
import type { Arrangement } from '@vlabs/contract/marks/arrangement';
import type { Cell, Line } from '@vlabs/contract/marks/lines';
import type { SheetColumn, SheetStudent } from '@vlabs/contract/marks/marks';
import { memo, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { markingPath } from '../platform/page-paths.ts';
import { shortWord } from './cell-words.ts';
import { type Block, blocksOf, shortRule, withoutWorks } from './sheet-blocks.ts';
import classes from './SheetTable.module.css';
import { useWindowOfRows } from './use-window-of-rows.ts';

const ROW_HEIGHT_PX = 45;
const HEAD_ROWS = 2;

export interface SheetRow {
  student: SheetStudent;
  line: Line;
}

interface SheetTableProps {
  columns: readonly SheetColumn[];
  arrangement: Arrangement;
  rows: readonly SheetRow[];
  /** Without the works: only points and totals. */
  isShort: boolean;
}

/** Students by works with group points and totals. The head and the students stay in sight; only visible rows are drawn. */
export function SheetTable({ columns, arrangement, rows, isShort }: SheetTableProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { start, end } = useWindowOfRows(frame, { count: rows.length, rowHeightPx: ROW_HEIGHT_PX });
  // The same while the table scrolls, so that rows are not drawn again.
  const blocks = useMemo(() => {
    const all = blocksOf(columns, arrangement);
    return isShort ? withoutWorks(all) : all;
  }, [columns, arrangement, isShort]);
  const width = blocks.reduce((sum, block) => sum + widthOf(block), hasTotal(blocks) ? 2 : 1);
  return (
    <Paper
      withBorder
      ref={frame}
      component="section"
      className={classes.frame}
      tabIndex={0}
      aria-label="Marks of the class"
    >
      <table
        className={classes.table}
        aria-label="Marks of the class"
        aria-rowcount={rows.length + HEAD_ROWS}
      >
        <Head columns={columns} blocks={blocks} />
        <tbody>
          <Space rows={start} width={width} />
          {rows.slice(start, end).map(({ student, line }, place) => (
            <Row
              key={student.personId}
              number={start + place + HEAD_ROWS + 1}
              student={student}
              line={line}
              blocks={blocks}
              columns={columns}
              arrangement={arrangement}
            />
          ))}
          <Space rows={rows.length - end} width={width} />
        </tbody>
      </table>
    </Paper>
  );
}

const hasTotal = (blocks: readonly Block[]) => blocks.some(({ group }) => group !== null);
/** Works, and the points of a group. */
const widthOf = ({ group, places }: Block) => places.length + (group ? 1 : 0);

function Space({ rows, width }: { rows: number; width: number }) {
  if (rows <= 0) return null;
  return (
    <tr className={classes.space} aria-hidden>
      <td colSpan={width} aria-label="More rows" style={{ height: rows * ROW_HEIGHT_PX }} />
    </tr>
  );
}

function Head({ columns, blocks }: { columns: readonly SheetColumn[]; blocks: Block[] }) {
  const isGrouped = hasTotal(blocks);
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={HEAD_ROWS} className={classes.student}>
          Student
        </th>
        {blocks.map((block) => (
          <th
            key={block.number}
            scope="colgroup"
            colSpan={widthOf(block)}
            data-first
            className={classes.groupHead}
          >
            <span>{headOf(block, isGrouped)}</span>
          </th>
        ))}
        {isGrouped && (
          <th scope="col" rowSpan={HEAD_ROWS} data-first>
            Total
          </th>
        )}
      </tr>
      <tr>
        {blocks.flatMap(({ group, number, places }) => [
          ...places.map((place, index) => (
            <WorkHead key={columns[place]?.id} column={columns[place]} isFirst={index === 0} />
          )),
          group && (
            <th key={`points ${number}`} scope="col" data-first={places.length === 0}>
              Points
            </th>
          ),
        ])}
      </tr>
    </thead>
  );
}

function headOf({ group, count }: Block, isGrouped: boolean) {
  if (group === null) return isGrouped ? 'Not counted' : 'Tests and assignments';
  const rule = shortRule(group.rule, count);
  return (
    <>
      <strong>{group.name}</strong>, {group.weight} points{rule === '' ? '' : `, ${rule}`}
    </>
  );
}

function WorkHead({ column, isFirst }: { column: SheetColumn | undefined; isFirst: boolean }) {
  if (!column) return null;
  const { title, maxMarks, isReleased } = column;
  return (
    <th scope="col" data-first={isFirst} className={classes.workHead} title={title}>
      <span>{title}</span>
      <small>
        of {maxMarks}
        {isReleased ? '' : ', not released'}
      </small>
    </th>
  );
}

interface RowProps extends SheetRow {
  /** In the table, with its head. */
  number: number;
  blocks: Block[];
  columns: readonly SheetColumn[];
  arrangement: Arrangement;
}

const Row = memo(function Row(props: RowProps) {
  const { student, line, number, blocks, columns, arrangement } = props;
  const { form, decimals } = arrangement;
  const { personId, name, sections, cells } = student;
  return (
    <tr aria-rowindex={number}>
      <th scope="row" className={classes.student} title={`${name}, ${personId}`}>
        <b>{name}</b>
        <small>{[personId, ...sections].join(', ')}</small>
      </th>
      {blocks.flatMap(({ group, number: ofGroup, places }) => {
        const own = line.groups[ofGroup];
        return [
          ...places.map((place, index) => (
            <CellOf
              key={columns[place]?.id}
              cell={cells[place] ?? 'not_asked'}
              column={columns[place]}
              personId={personId}
              isFirst={index === 0}
              isDropped={own?.dropped.includes(place) ?? false}
              decimals={decimals}
              absent={form.absent}
            />
          )),
          group && (
            <td key={`points ${ofGroup}`} data-sum data-first={places.length === 0}>
              {own?.points ?? '–'}
            </td>
          ),
        ];
      })}
      {hasTotal(blocks) && (
        <td data-sum data-first>
          <TotalOf line={line} />
        </td>
      )}
    </tr>
  );
});

interface CellProps {
  cell: Cell;
  column: SheetColumn | undefined;
  personId: string;
  isFirst: boolean;
  isDropped: boolean;
  decimals: number;
  absent: string;
}

function CellOf({ cell, column, personId, isFirst, isDropped, decimals, absent }: CellProps) {
  const word = shortWord(cell, decimals, absent);
  if (cell === 'to_mark' && column?.kind === 'assignment') {
    return (
      <td data-first={isFirst}>
        <Anchor component={Link} to={markingPath(column.id, personId)} size="sm">
          {word}
        </Anchor>
      </td>
    );
  }
  return (
    <td data-first={isFirst} data-quiet={isDropped || typeof cell === 'string'}>
      {isDropped ? `(${word})` : word}
    </td>
  );
}

/** A total of fewer groups says what it is out of. */
function TotalOf({ line: { total, outOf, isProvisional } }: { line: Line }) {
  if (total === null) return '–';
  return (
    <>
      {total} of {outOf}
      {isProvisional ? ' so far' : ''}
    </>
  );
}
