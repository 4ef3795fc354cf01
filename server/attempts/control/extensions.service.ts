import type { NewDeadline } from '@vlabs/contract/attempts/attempt-control';
import {
  EVERYONE_GROUP,
  type Enrolment,
  NOT_ENROLLED,
  groupOfCourse,
  groupOfPerson,
  groupOfSection,
  groupOfYear,
} from '@vlabs/contract/students/audience';
import type { Pool } from 'pg';
import { listVisiblePeople, requireClassAsItIs } from '../../classes/classes.reads.ts';
import type { Clock } from '../../platform/clock.ts';
import { classIdOf } from '../../platform/access/audience-columns.ts';
import { recordAct } from '../../platform/audit/audit.ts';
import { type Database, inTransaction } from '../../platform/postgres/database.ts';
import { PublicError, forbidden } from '../../platform/errors.ts';
import { FULL_ACCESS, type AccessScope } from '../../platform/access/access-scope.ts';
import { type Quiz, findQuizToCorrect, quizSubject } from '../../quizzes/quizzes.reads.ts';
import { enrolmentOf, listStudentsIn } from '../../students/students.reads.ts';
import type { Arrival } from '../../platform/connections/arrival.ts';
import { findStudentId, lockOpenAttempts } from '../store/attempt-lists.queries.ts';
import { unknownQuiz } from '../store/attempt-refusals.ts';
import type { AttemptWatch } from '../store/attempt-watch.ts';
import { updateDeadlines, insertSteps } from '../store/attempts.queries.ts';
import { insertExtensions, listExtensions } from '../store/extensions.queries.ts';
import { type Extension, deadlineFor, isNamed, timesFor } from '../rules/extensions.ts';
import { timesOf } from '../rules/quiz-times.ts';

/** A grant: minutes or a factor, the recipients, and the reason. */
export interface Grant {
  userIds?: 'all' | readonly string[] | undefined;
  courses?: readonly string[] | undefined;
  years?: readonly string[] | undefined;
  sections?: readonly string[] | undefined;
  minutes?: number | undefined;
  factor?: number | undefined;
  reason: string;
}

interface ExtensionsServices {
  pool: Pool;
  clock: Clock;
  watch: AttemptWatch;
}

/** Extra time before or during an attempt. */
export class Extensions {
  readonly #services: ExtensionsServices;

  constructor(services: ExtensionsServices) {
    this.#services = services;
  }

  /**
   * Saves the grant and moves the deadline of every affected attempt in progress, in one transaction that blocks
   * starts. An assistant with sections can extend only these and their students.
   */
  async extendAttempts(
    arrival: Arrival,
    quizId: string,
    grant: Grant,
    scope: AccessScope = FULL_ACCESS,
  ): Promise<NewDeadline[]> {
    const { pool, watch } = this.#services;
    return inTransaction(pool, async (db) => {
      const quiz = await findQuizToCorrect(db, quizId);
      if (!quiz) throw unknownQuiz();
      const isLimited = scope.limitedClassIds.includes(classIdOf(quiz.audience) ?? '');
      // A refusal must not reveal which roll numbers exist.
      const refuse = isLimited ? onlyOwnSections : unknownStudent;
      const personIds = await requireStudents(db, grant.userIds ?? [], refuse);
      const sections = await groupsOfSections(db, quiz, { sections: grant.sections, scope });
      if (isLimited) {
        await requireOwnSections(db, arrival.personId, { quizId, grant, personIds, scope });
      }
      const earlier = await listExtensions(db, [quizId]);
      const targets = targetsOf(grant, { personIds, sections });
      await this.#keep(db, arrival, quizId, { grant, targets });
      const extensions = await listExtensions(db, [quizId]);
      const granted = { quiz, earlier, extensions, grant, targets };
      const moved = await this.#moveDeadlines(db, arrival, granted);
      await recordAct(db, {
        action: 'extend-attempts',
        // One student gets their own line; several are listed in the details.
        ...(personIds[0] !== undefined && personIds.length === 1 && { personId: personIds[0] }),
        subject: quizSubject(quiz),
        details: { ...grant, userIds: grant.userIds === 'all' ? 'all' : personIds },
      });
      watch.notify(db, quizId);
      const begun = new Set(moved.map(({ userId }) => userId));
      const waiting = personIds.filter((id) => !begun.has(id));
      return [...moved, ...(await listLatestEnds(db, quiz, extensions, waiting))];
    });
  }

  #keep(
    db: Database,
    arrival: Arrival,
    quizId: string,
    { grant, targets }: { grant: Grant; targets: readonly string[] },
  ) {
    const { minutes = null, factor = null, reason } = grant;
    const grantedAt = new Date(this.#services.clock.nowMs());
    return insertExtensions(
      db,
      { quizId, reason, grantedBy: arrival.personId, grantedAt },
      targets.map((target) => ({ target, minutes, factor, reopenedUntilMs: null })),
    );
  }

  async #moveDeadlines(
    db: Database,
    arrival: Arrival,
    { quiz, earlier, extensions, grant, targets }: Granted,
  ): Promise<NewDeadline[]> {
    const attempts = await lockOpenAttempts(db, quiz.uniqueId);
    const enrolments = await listEnrolments(
      db,
      attempts.map(({ personId }) => personId),
    );
    const moved = attempts.flatMap(({ personId, startedAt, deadlineAt }) => {
      const student = enrolments.get(personId) ?? {
        rollNumber: personId,
        ...NOT_ENROLLED,
      };
      if (!isNamed(targets, student)) return [];
      const deadlineBy = (granted: readonly Extension[]) =>
        deadlineFor(timesFor(timesOf(quiz), granted, student), startedAt.getTime());
      // Who has changed sections keeps what was granted before.
      const [byAll, kept] = [deadlineBy(extensions), deadlineAt.getTime()];
      const next = new Date(Math.max(byAll, kept + byAll - deadlineBy(earlier)));
      const isMoved = next.getTime() > kept;
      return isMoved ? [{ personId, startedAt, deadlineAt: next, before: deadlineAt }] : [];
    });
    await updateDeadlines(db, quiz.uniqueId, moved, new Date(this.#services.clock.nowMs()));
    const { minutes, factor, reason } = grant;
    await insertSteps(
      db,
      moved.map(({ personId, deadlineAt, before }) => ({
        quizId: quiz.uniqueId,
        personId,
        at: new Date(arrival.arrivedAtMs),
        step: 'extension',
        by: arrival.personId,
        address: arrival.address,
        browser: arrival.browser,
        details: { minutes, factor, reason, before, deadline: deadlineAt },
      })),
    );
    return moved.map(({ personId, startedAt, deadlineAt }) => ({
      userId: personId,
      startedAt: startedAt.toISOString(),
      endedTime: deadlineAt.toISOString(),
    }));
  }
}

interface Granted {
  quiz: Quiz;
  /** The extensions without this grant, and with it. */
  earlier: readonly Extension[];
  extensions: readonly Extension[];
  grant: Grant;
  targets: readonly string[];
}

function targetsOf(
  { userIds, courses = [], years = [] }: Grant,
  { personIds, sections }: Record<'personIds' | 'sections', string[]>,
): string[] {
  const people = userIds === 'all' ? [EVERYONE_GROUP] : personIds.map(groupOfPerson);
  return [...people, ...courses.map(groupOfCourse), ...years.map(groupOfYear), ...sections];
}

interface OwnSections {
  quizId: string;
  grant: Grant;
  personIds: readonly string[];
  scope: AccessScope;
}

async function requireOwnSections(
  db: Database,
  staffId: string,
  { quizId, grant, personIds, scope }: OwnSections,
): Promise<void> {
  const { userIds, courses = [], years = [], sections = [] } = grant;
  const seen = await listVisiblePeople(db, { staffId, quizId }, personIds);
  const isTheirs =
    personIds.every((id) => seen.has(id)) && sections.every((id) => scope.sectionIds.includes(id));
  if (userIds !== 'all' && courses.length === 0 && years.length === 0 && isTheirs) return;
  throw onlyOwnSections();
}

const onlyOwnSections = () =>
  forbidden('You can only give extra time to your sections and their students.');

function unknownStudent(rollNumber: string): PublicError {
  const message = `No student has the roll number ${rollNumber}.`;
  return new PublicError(400, 'invalid', message, { userIds: message });
}

/** The targets of a grant to sections of the quiz's class. */
async function groupsOfSections(
  db: Database,
  { audience: { inClass } }: Quiz,
  { sections = [], scope }: Pick<Grant, 'sections'> & { scope: AccessScope },
): Promise<string[]> {
  if (sections.length === 0) return [];
  if (!inClass) {
    const message = 'This test doesn’t belong to a class, so it has no sections.';
    throw new PublicError(400, 'invalid', message, { sections: message });
  }
  await requireClassAsItIs(db, scope, { inClass: { ...inClass, sections: [...sections] } });
  return sections.map((section) => groupOfSection(inClass.classId, section));
}

async function requireStudents(
  db: Database,
  userIds: 'all' | readonly string[],
  refuse: (rollNumber: string) => PublicError,
): Promise<string[]> {
  const personIds: string[] = [];
  for (const rollNumber of userIds === 'all' ? [] : userIds) {
    const id = await findStudentId(db, rollNumber);
    if (id === null) throw refuse(rollNumber);
    personIds.push(id);
  }
  return [...new Set(personIds)];
}

async function listEnrolments(
  db: Database,
  personIds: readonly string[],
): Promise<Map<string, Enrolment>> {
  const rollNumbers = personIds.map((id) => id.toLowerCase());
  const named = { everyone: false, courses: [], years: [], rollNumbers };
  const students = await listStudentsIn(db, named);
  return new Map(
    students.map(
      ({ id, course, year, classes }) => [id, { rollNumber: id, course, year, classes }] as const,
    ),
  );
}

/** End for those who have not started. */
async function listLatestEnds(
  db: Database,
  quiz: Quiz,
  extensions: readonly Extension[],
  personIds: readonly string[],
): Promise<NewDeadline[]> {
  const ends: NewDeadline[] = [];
  for (const personId of personIds) {
    const student = await enrolmentOf(db, personId);
    const { closesAtMs } = timesFor(timesOf(quiz), extensions, student);
    const endedTime = new Date(closesAtMs).toISOString();
    ends.push({ userId: personId, startedAt: null, endedTime });
  }
  return ends;
}
