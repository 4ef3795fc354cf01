import type { CountingRule, Group, TotalRules } from '@vlabs/contract/marks/arrangement';
import { groupOf } from '@vlabs/contract/marks/lines';
import type { SheetColumn } from '@vlabs/contract/marks/marks';

/** Columns of one group, or of none. */
export interface Block {
  /** Null for works that do not count. */
  group: Group | null;
  /** The group's place in the rules. */
  number: number;
  /** Places in the sheet. */
  places: number[];
}

/** The columns by group in order, those that count nowhere last. A group without works has a block, too. */
export function blocksOf(columns: readonly SheetColumn[], rules: TotalRules): Block[] {
  const blocks: Block[] = rules.groups.map((group, number) => ({ group, number, places: [] }));
  const outside: Block = { group: null, number: -1, places: [] };
  for (const [place, column] of columns.entries()) {
    const block = blocks[groupOf(column, rules) ?? -1] ?? outside;
    block.places.push(place);
  }
  return outside.places.length === 0 ? blocks : [...blocks, outside];
}

/** A group's rule for the head of its columns: "best 2 of 3". Empty if all count. */
export function shortRule(rule: CountingRule, works: number): string {
  if (rule.which === 'all') return '';
  const number = rule.which === 'best' ? rule.count : Math.max(1, works - rule.count);
  return number < works ? `best ${number} of ${works}` : '';
}
