import { array, assert, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { seatStudents } from './seats.ts';

const seating = record({
  count: integer({ min: 0, max: 60 }),
  rooms: array(record({ seats: integer({ min: 1, max: 30 }) }), { maxLength: 3 }),
  sets: integer({ min: 1, max: 4 }),
  perRow: integer({ min: 1, max: 8 }),
});

test('every student has exactly one seat, and no room has more students than seats', () => {
  assert(
    property(seating, ({ count, rooms, sets, perRow }) => {
      const students = Array.from({ length: count }, (_, at) => at);
      const named = rooms.map(({ seats }, at) => ({ name: `Room ${at}`, seats }));
      const seated = seatStudents(students, named, { sets, perRow });
      expect(seated.flatMap(({ seats }) => seats.map(({ student }) => student))).toEqual(students);
      const full = named.filter(({ name, seats }) => {
        const inside = seated.find((room) => room.name === name)?.seats ?? [];
        return inside.length > seats;
      });
      expect(full).toEqual([]);
    }),
  );
});

test('with several sets, students beside and behind each other have different ones', () => {
  assert(
    property(seating, ({ count, sets, perRow }) => {
      const students = Array.from({ length: count }, (_, at) => at);
      const [room] = seatStudents(students, [], { sets: Math.max(2, sets), perRow });
      const seats = room?.seats ?? [];
      for (const [at, { set }] of seats.entries()) {
        const beside = (at + 1) % perRow === 0 ? undefined : seats[at + 1];
        expect([beside?.set, seats[at + perRow]?.set]).not.toContain(set);
      }
    }),
  );
});
