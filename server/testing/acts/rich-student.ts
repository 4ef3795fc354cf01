import type { TestServer } from '../test-app.ts';
import { joinClass, makeClass } from './make-class.ts';
import { makeStoredFile } from './make-file.ts';
import { makeQuestion, makeQuiz } from './make-quiz.ts';
import { type MadePerson, makeListedStudent, makeStudent } from './make.ts';
import { callsOn } from './sit-quiz.ts';
import { insertImportNaming, insertRuns } from '../database/full-stores.queries.ts';

const HOST = 'lab.example.edu';

const questions = Object.fromEntries(
  ['2', '3', '1', '4', '2', '2'].map((right, index) => [index + 1, makeQuestion(right)]),
);

type Method = 'GET' | 'POST' | 'PUT';

/** People with data in every possible place, and queries about them. */
export class KeptPeople {
  readonly #server: TestServer;
  readonly #admin: MadePerson;

  constructor(server: TestServer, admin: MadePerson) {
    this.#server = server;
    this.#admin = admin;
  }

  call(person: MadePerson, method: Method, url: string, payload?: object) {
    return this.#server.app.inject({
      method,
      url,
      headers: { ...person.headers, host: HOST },
      ...(payload && { payload }),
    });
  }

  /** For each table, the rows that contain a text. */
  async tablesWith(text: string): Promise<string[]> {
    const { rows } = await this.#server.pool.query(
      `select relname as table from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    );
    const found: string[] = [];
    for (const { table } of rows) {
      const { rowCount } = await this.#server.pool.query(
        `select from ${table} row where position(lower($1) in lower(row::text)) > 0 limit 1`,
        [text],
      );
      if (rowCount) found.push(table);
    }
    return found;
  }

  /** Creates a shuffled quiz for a named student, which three others sit as well. */
  async #makeSatQuiz(student: MadePerson, others: readonly MadePerson[]): Promise<string> {
    const quizId = await makeQuiz(this.#server.app, this.#admin, {
      formDetails: { TotalQuestions: '6' },
      questions,
      settings: {
        audience: {
          everyone: false,
          courses: [],
          years: [],
          rollNumbers: [student, ...others].map(({ id }) => id),
        },
        scoreOpens: 'at_once',
        answersOpen: 'never',
        shuffleQuestions: true,
        shuffleOptions: true,
      },
    });
    const answers = [
      { 1: '1', 2: '2', 3: '3', 4: '4', 5: '1', 6: '2' },
      { 1: '2', 2: '2', 3: '1' },
      { 1: '4', 4: '4', 6: '1' },
      { 5: '3' },
    ];
    for (const [index, person] of [student, ...others].entries()) {
      const calls = callsOn(this.#server, quizId, person);
      requireDone(await calls.start());
      requireDone(await calls.submit(answers[index]));
    }
    return quizId;
  }

  /** Creates a student with data in every possible place. */
  async makeRichStudent() {
    const student = await makeListedStudent(this.#server.pool, {
      course: 'B.Tech CSE',
      graduationYear: '2026',
      mobile: '9876512345',
      parentMobile: '9876554321',
      mentorName: 'Mentor Of Theirs',
      mentorEmail: 'mentor@of-theirs.example',
      lastName: 'Lastname-of-theirs',
      other: [{ heading: 'Address', text: '12 Lake Road of theirs' }],
    });
    const others = await Promise.all([1, 2, 3].map(() => makeStudent(this.#server.pool)));
    const made = await makeClass(this.#server.pool, this.#admin);
    await joinClass(this.#server.pool, made, student, {
      role: 'student',
      sections: [made.sections[0]],
    });
    await insertRuns(this.#server.pool, student.id, { count: 2, bytes: 10 });
    await insertImportNaming(this.#server.pool, {
      studentId: student.id,
      broughtBy: this.#admin.id,
    });
    await this.call(student, 'POST', '/api/v1/programs/versions', {
      assignment: '',
      languageId: 71,
      text: 'print(1)',
      name: 'Mine',
    });
    const link = await makeStoredFile(this.#server, {
      person: student,
      bucketId: 'submissions',
      name: 'report.txt',
      bytes: 'My report',
      host: HOST,
    });
    const assignment = await this.call(this.#admin, 'POST', '/api/v1/auth/create-assignment', {
      assignment: 'Add two numbers.',
      maxMarks: 10,
      audience: { everyone: false, courses: [], years: [], rollNumbers: [student.id] },
    });
    const { id: assignmentId } = assignment.json().data;
    const payload = { kind: 'files', paths: [link] };
    const url = `/api/v1/assignments/${assignmentId}/hand-ins`;
    const { handInId } = (await this.call(student, 'POST', url, payload)).json().data;
    await this.call(this.#admin, 'PUT', `/api/v1/hand-ins/${handInId}/mark`, {
      marks: 7,
      comment: 'Good',
    });
    await this.call(student, 'POST', '/api/v1/data-notice/read', { version: 2 });
    const quizId = await this.#makeSatQuiz(student, others);
    const extra = { userId: student.id, minutes: 5, reason: 'A broken machine' };
    requireDone(await callsOn(this.#server, quizId, this.#admin).post('/reopen', extra));
    await callsOn(this.#server, quizId, student).submit();
    return { student, others, quizId, assignmentId, classId: made.classId };
  }

  async #read(url: string) {
    return (await this.call(this.#admin, 'GET', url)).json().data;
  }

  /** Statistics that include everyone. */
  async figuresOf({
    quizId,
    assignmentId,
    classId,
  }: Awaited<ReturnType<KeptPeople['makeRichStudent']>>) {
    const statistics = await this.#read(`/api/v1/insight/quizzes/${quizId}`);
    const { rows } = await this.#server.pool.query(
      'select assignment_id, version, is_last, marks from hand_ins where assignment_id = $1',
      [assignmentId],
    );
    const attempts: { score: number | null }[] = await this.#read(
      `/api/v1/auth/quiz/${quizId}/attempts`,
    );
    const { rows: counted } = await this.#server.pool.query(
      'select submitted_count, marked_count from assignments where id = $1',
      [assignmentId],
    );
    const { rows: members } = await this.#server.pool.query(
      `select count(*)::int, role, (select count(*)::int from member_sections where class_id = $1)
     from class_members where class_id = $1 group by role`,
      [classId],
    );
    const scores = attempts.map(({ score }) => score ?? -1).toSorted((one, other) => one - other);
    const { figures, items } = statistics;
    return { figures, items, rows, counted, members, scores };
  }
}

function requireDone({ statusCode, body }: { statusCode: number; body: string }): void {
  if (statusCode !== 200) throw new Error(`It was refused: ${body}`);
}
