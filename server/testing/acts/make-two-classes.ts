import type { ClassRole } from '@vlabs/contract/http/rights';
import type { Pool } from 'pg';
import { type MadeClass, joinClass, makeClass, makeStaff } from './make-class.ts';
import { type MadePerson, makeAdmin, makeListedStudent } from './make.ts';

/**
 * Two classes with two sections each, one student in each section, and people with different
 * access.
 */
export async function makeTwoClasses(pool: Pool) {
  const staffOf = async (made: MadeClass, role: ClassRole, sections: string[] = []) => {
    const person = await makeStaff(pool);
    await joinClass(pool, made, person, { role, sections });
    return person;
  };
  const studentOf = async (made: MadeClass, section: string): Promise<MadePerson> => {
    const listed = { course: 'CSE', mentorName: 'Dr Rao', parentMobile: '9812345678' };
    const student = await makeListedStudent(pool, listed);
    await joinClass(pool, made, student, { role: 'student', sections: [section] });
    return student;
  };
  const campus = await makeAdmin(pool);
  const [a, b] = [await makeClass(pool, campus), await makeClass(pool, campus)];
  return {
    a,
    b,
    campus,
    owner: await staffOf(a, 'owner'),
    teacher: await staffOf(a, 'teacher'),
    /** Limited to the first section of the first class. */
    assistant: await staffOf(a, 'assistant', [a.sections[0]]),
    /** Owns the second class. */
    other: await staffOf(b, 'owner'),
    /** Teaches no class. */
    idle: await makeStaff(pool),
    a1: await studentOf(a, a.sections[0]),
    a2: await studentOf(a, a.sections[1]),
    b1: await studentOf(b, b.sections[0]),
    b2: await studentOf(b, b.sections[1]),
  };
}
export type TwoClasses = Awaited<ReturnType<typeof makeTwoClasses>>;
