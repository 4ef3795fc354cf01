import { type PaperSet, SETS } from '@vlabs/contract/questions/question-papers';

export interface Seat<Student> {
  /** From 1 in each room. */
  seat: number;
  set: PaperSet;
  student: Student;
}

export interface Room<Student> {
  name: string;
  seats: Seat<Student>[];
}

/**
 * Seats students in the order of the list, row by row. Students beside, before and behind each other have different
 * sets if there are several; with four sets, so have those at the corners. Students who do not fit into the rooms are
 * seated in a last one, "Without a room".
 */
export function seatStudents<Student>(
  students: readonly Student[],
  rooms: readonly { name: string; seats: number }[],
  { sets, perRow }: { sets: number; perRow: number },
): Room<Student>[] {
  const places = rooms.length > 0 ? rooms : [{ name: '', seats: students.length }];
  const seated: Room<Student>[] = [];
  let next = 0;
  for (const { name, seats } of places) {
    const inside = students.slice(next, next + seats);
    next += inside.length;
    if (inside.length > 0) seated.push(roomOf(name, inside));
  }
  const left = students.slice(next);
  return left.length > 0 ? [...seated, roomOf('Without a room', left)] : seated;

  function roomOf(name: string, inside: readonly Student[]): Room<Student> {
    const seats = inside.map((student, at) => {
      const set = setOf(Math.floor(at / perRow), at % perRow, sets);
      return { seat: at + 1, set, student };
    });
    return { name, seats };
  }
}

function setOf(row: number, column: number, sets: number): PaperSet {
  const index = sets === 4 ? (row % 2) * 2 + (column % 2) : (row + column) % sets;
  return SETS[index] ?? 'A';
}
