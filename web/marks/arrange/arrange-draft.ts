import {
  type Arrangement,
  type CountingRule,
  FormField,
  type WorkKind,
  usualHeaders,
} from '@vlabs/contract/marks/arrangement';
import { groupOf } from '@vlabs/contract/marks/lines';
import type { Sheet, SheetColumn } from '@vlabs/contract/marks/marks';

/** A group as it is typed. */
export interface DraftGroup {
  /** Of React; the same as long as the dialog is open. */
  key: number;
  name: string;
  weight: string;
  which: CountingRule['which'];
  /** Of best or lowest works. */
  count: string;
  takes: WorkKind[];
  works: string[];
}

export interface DraftColumn {
  field: FormField;
  header: string;
  isChosen: boolean;
}

/** An arrangement as it is typed. */
export interface Draft {
  groups: DraftGroup[];
  outside: string[];
  decimals: string;
  /** Every possible column, in the order of the export. */
  columns: DraftColumn[];
  absent: string;
  passPercent: string;
}

/** What the parts of the dialog get. */
export interface DraftProps {
  sheet: Sheet;
  draft: Draft;
  /** By path in the arrangement, such as `groups.0.weight`. */
  errors: Record<string, string>;
  onChange: (draft: Draft) => void;
}

const emptyGroup = { name: '', weight: '', which: 'all', count: '1', works: [] } as const;

/** What a class begins with. */
const proposedGroups: DraftGroup[] = [
  { ...emptyGroup, key: 0, name: 'Tests', weight: '50', takes: ['quiz'], works: [] },
  { ...emptyGroup, key: 1, name: 'Assignments', weight: '50', takes: ['assignment'], works: [] },
];

export function startDraft({
  version,
  arrangement,
}: Pick<Sheet, 'version' | 'arrangement'>): Draft {
  const { groups, outside, decimals, form } = arrangement;
  const chosen = form.columns.map((column) => ({ ...column, isChosen: true }));
  const others = FormField.options.filter((field) =>
    chosen.every((column) => column.field !== field),
  );
  return {
    groups: version === 0 ? proposedGroups : groups.map(draftGroup),
    outside,
    decimals: String(decimals),
    columns: [
      ...chosen,
      ...others.map((field) => ({ field, header: usualHeaders[field], isChosen: false })),
    ],
    absent: form.absent,
    passPercent: form.passPercent === null ? '' : String(form.passPercent),
  };
}

function draftGroup(
  { name, weight, rule, takes, works }: Arrangement['groups'][number],
  key: number,
): DraftGroup {
  return {
    key,
    name,
    weight: String(weight),
    which: rule.which,
    count: rule.which === 'all' ? '1' : String(rule.count),
    takes,
    works,
  };
}

/** The arrangement that is typed, not checked. */
export function readDraft(draft: Draft) {
  const { groups, outside, decimals, columns, absent, passPercent } = draft;
  return {
    groups: groups.map(({ name, weight, which, count, takes, works }) => ({
      name,
      weight: readNumber(weight),
      rule: which === 'all' ? { which } : { which, count: readNumber(count) },
      takes,
      works,
    })),
    outside,
    decimals: readNumber(decimals),
    form: {
      columns: columns
        .filter(({ isChosen }) => isChosen)
        .map(({ field, header }) => ({ field, header })),
      absent,
      passPercent: passPercent.trim() === '' ? null : readNumber(passPercent),
    },
  };
}

/** NaN for anything else, which the contract refuses. */
const readNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** Moves a work to a group, or to none. It is named only where the kinds that groups take would decide otherwise. */
export function placeWork(draft: Draft, work: Pick<SheetColumn, 'id' | 'kind'>, to: number | null) {
  const without = (ids: readonly string[]) => ids.filter((id) => id !== work.id);
  const moved: Draft = {
    ...draft,
    groups: draft.groups.map((group) => ({ ...group, works: without(group.works) })),
    outside: without(draft.outside),
  };
  if (groupOf(work, moved) === to) return moved;
  if (to === null) return { ...moved, outside: [...moved.outside, work.id] };
  return changeGroup(moved, to, { works: [...(moved.groups[to]?.works ?? []), work.id] });
}

export const changeGroup = (draft: Draft, number: number, change: Partial<DraftGroup>): Draft => ({
  ...draft,
  groups: draft.groups.map((group, place) => (place === number ? { ...group, ...change } : group)),
});

/** A kind is taken by one group only, so the others no longer take it. */
export function setTaker(draft: Draft, kind: WorkKind, taker: number | null): Draft {
  return {
    ...draft,
    groups: draft.groups.map((group, place) => {
      const others = group.takes.filter((taken) => taken !== kind);
      return { ...group, takes: place === taker ? [...others, kind] : others };
    }),
  };
}

export function addGroup(draft: Draft): Draft {
  const key = Math.max(-1, ...draft.groups.map((group) => group.key)) + 1;
  return { ...draft, groups: [...draft.groups, { ...emptyGroup, key, takes: [], works: [] }] };
}

export const removeGroup = (draft: Draft, number: number): Draft => ({
  ...draft,
  groups: draft.groups.filter((_, place) => place !== number),
});

/** Swaps a column of the export with its neighbour. */
export function moveColumn(draft: Draft, place: number, by: -1 | 1): Draft {
  const columns = [...draft.columns];
  const [one, other] = [columns[place], columns[place + by]];
  if (!one || !other) return draft;
  columns[place] = other;
  columns[place + by] = one;
  return { ...draft, columns };
}

export const changeColumn = (draft: Draft, place: number, change: Partial<DraftColumn>): Draft => ({
  ...draft,
  columns: draft.columns.map((column, at) => (at === place ? { ...column, ...change } : column)),
});
