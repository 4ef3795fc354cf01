import { type Term, countStaff, uuidOf } from './sizes.ts';

/** A student is in six classes of sixty, and each class has two sections. */
const CLASSES_A_STUDENT = 6;
const STUDENTS_A_CLASS = 60;
/** One in four tests and assignments belongs to a class. */
const WORK_A_CLASS_WORK = 4;

/** The classes of a term with their members and work. Those of the newest term are open. */
export function classStatements({ students, age }: Term): string[] {
  const count = Math.ceil((students * CLASSES_A_STUDENT) / STUDENTS_A_CLASS);
  const classOf = (number: string) => uuidOf(`'class ${age} ' || (${number}) % ${count}`);
  const sectionOf = (number: string, section: string) =>
    uuidOf(`'section ${age} ' || (${number}) % ${count} || ' ' || ${section}`);
  const staffOf = (number: string) =>
    `'T' || lpad(((${number}) % ${countStaff(students)})::text, 6, '0')`;
  const term = uuidOf(`'term ' || ${age}`);
  const everyClass = `generate_series(0, ${count - 1}) as c`;
  const everyStudent = `generate_series(0, ${students - 1}) as i,
    generate_series(0, ${CLASSES_A_STUDENT - 1}) as k`;
  const place = `i * ${CLASSES_A_STUDENT} + k`;
  const give = (table: string, id: string, kind: string) => `
    update ${table} set class_id = ${classOf(`n / ${WORK_A_CLASS_WORK}`)}, for_everyone = true, for_courses = '{}'
    from generate_series(1, ${students}) as n
    where n % ${WORK_A_CLASS_WORK} = 0 and ${id} = ${uuidOf(`'${kind} ${age} ' || n`)}`;
  return [
    `insert into terms (id, name, starts_on, ends_on)
     values (${term}, 'Term ${age}', now() - interval '${age * 180 + 170} days',
       now() - interval '${age * 180 - 10} days')`,
    `insert into classes (id, term_id, subject, name, state, created_by)
     select ${classOf('c')}, ${term}, 'Subject ' || (c % 1200), 'Class ' || c,
       '${age === 0 ? 'open' : 'archived'}', ${staffOf('c')}
     from ${everyClass}`,
    `insert into sections (id, class_id, name)
     select ${sectionOf('c', 's')}, ${classOf('c')}, s::text
     from ${everyClass}, generate_series(1, 2) as s`,
    `insert into class_members (class_id, person_id, role)
     select ${classOf('c')}, ${staffOf('c')}, 'owner' from ${everyClass}`,
    `insert into class_members (class_id, person_id, role, source)
     select ${classOf(place)}, 'R' || lpad(i::text, 6, '0'), 'student', 'list'
     from ${everyStudent}`,
    `insert into member_sections (class_id, person_id, section_id)
     select ${classOf(place)}, 'R' || lpad(i::text, 6, '0'), ${sectionOf(place, '1 + i % 2')}
     from ${everyStudent}`,
    give('quizzes', 'unique_id', 'quiz'),
    give('assignments', 'id', 'assignment'),
  ];
}
