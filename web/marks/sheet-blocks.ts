import type { CountingRule, Group, TotalRules } from '@vlabs/contract/marks/arrangement';
import { groupOf } from '@vlabs/contract/marks/lines';
import type { SheetColumn } from '@vlabs/contract/marks/marks';

/** Columns of one group, or of none. */
export interface Block {
  /** Null for works that do not count. */
  group: Group | null;
  /** The group's place in the rules. */
  number: number;
  /** Places in the sheet of the works that are shown. */
  places: number[];
  /** Works, shown or not. */
  count: number;
}

/** The columns by group in order, those that count nowhere last. A group without works has a block, too. */
export function blocksOf(columns: readonly SheetColumn[], rules: TotalRules): Block[] {
  const placesOf = Map.groupBy(columns.keys(), (place) => {
    const column = columns[place];
    return column ? groupOf(column, rules) : null;
  });
  const blockOf = (group: Group | null, number: number): Block => {
    const places = placesOf.get(group ? number : null) ?? [];
    return { group, number, places, count: places.length };
  };
  const blocks = rules.groups.map(blockOf);
  return placesOf.has(null) ? [...blocks, blockOf(null, -1)] : blocks;
}

/** Only the points of the groups. */
export const withoutWorks = (blocks: readonly Block[]): Block[] =>
  blocks.filter(({ group }) => group !== null).map((block) => ({ ...block, places: [] }));

/** A group's rule for the head of its columns: "best 2 of 3". Empty if all count. */
export function shortRule(rule: CountingRule, works: number): string {
  if (rule.which === 'all') return '';
  const number = rule.which === 'best' ? rule.count : Math.max(1, works - rule.count);
  return number < works ? `best ${number} of ${works}` : '';
}
