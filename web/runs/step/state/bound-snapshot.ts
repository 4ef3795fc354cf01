import type { Frame, ShownObject, Snapshot } from '@vlabs/contract/runs/trace/replay';
import type { TraceAggregate, TracePair, TraceValue } from '@vlabs/contract/runs/trace/trace';

/** Values within objects and variables that are rendered at once. */
export const MAX_SHOWN_VALUES = 20_000;

/**
 * A snapshot of which not too much is rendered: contents end early, as those of which the trace has only the first
 * elements. A program that writes its own trace could nest far more than a page can show.
 */
export function boundSnapshot(snapshot: Snapshot): Snapshot {
  if (countSnapshot(snapshot) <= MAX_SHOWN_VALUES) return snapshot;
  const known = bounded.get(snapshot);
  if (known) return known;
  const room = { left: MAX_SHOWN_VALUES };
  const frames = snapshot.frames.toReversed().map((frame): Frame => ({
    ...frame,
    variables: frame.variables.map(([name, value]) => [name, cutValue(value, room)]),
  }));
  const objects = new Map<number, ShownObject>();
  for (const [id, object] of snapshot.objects)
    objects.set(id, { ...object, parts: cutParts(object.parts, room) });
  const made = { ...snapshot, frames: frames.toReversed(), objects };
  bounded.set(snapshot, made);
  return made;
}

const bounded = new WeakMap<Snapshot, Snapshot>();
const counts = new WeakMap<object, number>();

function countSnapshot({ frames, objects }: Snapshot): number {
  let sum = 0;
  for (const frame of frames) {
    sum += counted(frame, () =>
      frame.variables.reduce((all, [, value]) => all + countValue(value), 0),
    );
  }
  for (const object of objects.values()) sum += counted(object, () => countContent(object.parts));
  return sum;
}

/** Of what did not change, the number is known. */
function counted(whole: object, count: () => number): number {
  const number = counts.get(whole) ?? count();
  counts.set(whole, number);
  return number;
}

function countValue(value: TraceValue): number {
  if (!Array.isArray(value) || value[0] !== 'o') return 1;
  const [, ...parts] = value;
  return 1 + countContent(parts);
}

function countContent(parts: TraceAggregate): number {
  let sum = 0;
  if (parts[0] === 'map' || parts[0] === 'fields')
    for (const [key, value] of parts[3]) sum += countValue(key) + countValue(value);
  else for (const value of parts[3]) sum += countValue(value);
  return sum;
}

/** How many values there is room for. */
interface Room {
  left: number;
}

interface Cut {
  value: TraceValue;
  from: number;
  to: number;
}

/** What was cut in the same room before is the same object, so that it does not count as changed. */
const cuts = new WeakMap<object, Cut>();

function cutValue(value: TraceValue, room: Room): TraceValue {
  const from = room.left;
  room.left -= 1;
  if (!Array.isArray(value) || value[0] !== 'o') return value;
  const known = cuts.get(value);
  if (known?.from === from) {
    room.left = known.to;
    return known.value;
  }
  const [tag, ...parts] = value;
  const cut: TraceValue = [tag, ...cutParts(parts, room)];
  cuts.set(value, { value: cut, from, to: room.left });
  return cut;
}

function cutParts(parts: TraceAggregate, room: Room): TraceAggregate {
  const [kind, type, length, content] = parts;
  const all = Math.max(length, content.length);
  if (kind === 'map' || kind === 'fields') {
    const pairs: TracePair[] = [];
    for (const [key, value] of content) {
      if (room.left <= 0) break;
      pairs.push([cutValue(key, room), cutValue(value, room)]);
    }
    return [kind, type, all, pairs];
  }
  const values: TraceValue[] = [];
  for (const value of content) {
    if (room.left <= 0) break;
    values.push(cutValue(value, room));
  }
  return [kind, type, all, values];
}
