import type { Replayed, ShownObject, Snapshot } from '@vlabs/contract/runs/trace/replay';
import { pairsOf } from '../words/contents.ts';
import { showUnseen } from '../words/value-words.ts';

/** Where an object is shown. It has the same place at every step. */
interface Place {
  row: number;
  column: number;
}

export interface Placement {
  places: ReadonlyMap<number, Place>;
  /** Names of objects by id: their type and a number, such as `Node 3`. */
  names: ReadonlyMap<number, string>;
}

/** Objects in chains of successors, each with the types that decide which one follows another. */
class Chains {
  readonly types = new Map<number, string>();
  readonly next = new Map<number, number>();
  readonly #before = new Map<number, number>();
  /** From objects towards one that stands for their chain. */
  readonly #groups = new Map<number, number>();

  add({ id, type }: ShownObject): void {
    if (!this.types.has(id)) this.types.set(id, type);
  }

  /** Paths are halved on the way, so that long chains stay quick. */
  #groupOf(id: number): number {
    let one = id;
    for (;;) {
      const next = this.#groups.get(one);
      if (next === undefined) return one;
      const further = this.#groups.get(next);
      if (further !== undefined) this.#groups.set(one, further);
      one = next;
    }
  }

  /** Lets an object follow another one, if both ends are free and they are not in one chain. */
  join(from: number, to: number): void {
    if (this.next.has(from) || this.#before.has(to)) return;
    const [ofFrom, ofTo] = [this.#groupOf(from), this.#groupOf(to)];
    if (ofFrom === ofTo) return;
    this.#groups.set(ofTo, ofFrom);
    this.next.set(from, to);
    this.#before.set(to, from);
  }

  /** The first object of the chain. */
  headOf(id: number): number {
    let head = id;
    for (let one = this.#before.get(head); one !== undefined; one = this.#before.get(head)) {
      head = one;
    }
    return head;
  }
}

/**
 * Places the objects of a whole trace: rows by first appearance, and in a row each object's successor of the same type
 * to its right, such as the nodes of a list.
 */
export function placeObjects({ snapshots }: Pick<Replayed, 'snapshots'>): Placement {
  const chains = new Chains();
  const linking: ShownObject[] = [];
  for (const object of listVersions(snapshots)) {
    chains.add(object);
    if (object.parts[0] === 'fields') linking.push(object);
  }
  for (const object of linking) {
    const others = listReferences(object).filter((to) => chains.types.get(to) === object.type);
    for (const to of others) chains.join(object.id, to);
  }
  return { places: listPlaces(chains), names: nameAll(chains) };
}

/** All objects of all steps, again after each change. */
function* listVersions(snapshots: readonly Snapshot[]): Generator<ShownObject> {
  let before: Snapshot['objects'] = new Map();
  for (const { objects } of snapshots) {
    if (objects === before) continue;
    for (const object of objects.values()) {
      if (before.get(object.id) !== object) yield object;
    }
    before = objects;
  }
}

function listPlaces(chains: Chains): Map<number, Place> {
  const places = new Map<number, Place>();
  let row = 0;
  for (const id of chains.types.keys()) {
    if (places.has(id)) continue;
    let column = 0;
    let one: number | undefined = chains.headOf(id);
    while (one !== undefined) {
      places.set(one, { row, column });
      column += 1;
      one = chains.next.get(one);
    }
    row += 1;
  }
  return places;
}

/** `Node 3`, or `int [10] #3` if the number could be read as a part of the type. */
const nameOf = (type: string, count: number): string =>
  /[\p{L}\p{N}_]$/u.test(type) ? `${type} ${count}` : `${type} #${count}`;

function nameAll(chains: Chains): Map<number, string> {
  const counts = new Map<string, number>();
  const names = new Map<number, string>();
  for (const [id, type] of chains.types) {
    const count = (counts.get(type) ?? 0) + 1;
    counts.set(type, count);
    names.set(id, nameOf(showUnseen(type), count));
  }
  return names;
}

/** The ids of objects to which the fields of an object refer. */
const listReferences = ({ parts }: ShownObject): number[] =>
  pairsOf(parts).flatMap(([, value]) =>
    Array.isArray(value) && value[0] === 'r' ? [value[1]] : [],
  );

/** The objects of a step as they are shown: rows from top to bottom, each from left to right. */
export function listRows(
  objects: ReadonlyMap<number, ShownObject>,
  { places }: Placement,
): { row: number; objects: ShownObject[] }[] {
  const rows = new Map<number, ShownObject[]>();
  for (const object of objects.values()) {
    const row = places.get(object.id)?.row ?? -1;
    const others = rows.get(row);
    if (others) others.push(object);
    else rows.set(row, [object]);
  }
  const columnOf = ({ id }: ShownObject) => places.get(id)?.column ?? 0;
  return [...rows]
    .toSorted(([a], [b]) => a - b)
    .map(([row, members]) => ({
      row,
      objects: members.toSorted((a, b) => columnOf(a) - columnOf(b)),
    }));
}
