import {
  type Attempt,
  lastEndMs,
  listAttemptsAfter,
  listExtensions,
  timesOf,
} from '../../attempts/attempts.reads.ts';
import type { Database } from '../../platform/postgres/database.ts';
import {
  type Question,
  type Quiz,
  fullScoreOf,
  listKeyCorrections,
  listQuestions,
} from '../../quizzes/quizzes.reads.ts';
import { readAttempt } from './attempt-entries.ts';
import { canonicalJson } from './canonical-json.ts';
import type { ArchiveEntry, Print } from './entries.ts';
import type { References } from './references.ts';
import * as snapshot from './snapshot.queries.ts';
import { type ArchivedAttempt, type Tables, writeTables } from './tables.ts';

/** Read at once; programs are long. */
const PAGE = 10;

interface TestToArchive {
  db: Database;
  quiz: Quiz;
  references: References;
  print: Print;
  /** Called after each attempt. */
  whenWritten: () => Promise<void>;
}

/** Everything that an archive has, as of the snapshot: attempt by attempt, then what concerns all. */
export async function* listEntries(test: TestToArchive): AsyncGenerator<ArchiveEntry> {
  const { db, quiz, references, print, whenWritten } = test;
  const questions = await listQuestions(db, quiz.uniqueId);
  const rows: ArchivedAttempt[] = [];
  for await (const attempt of readAttempts(db, quiz.uniqueId)) {
    const number = references.of(attempt.personId);
    if (number === null) throw new Error('An attempt has no number.');
    const { entries, row } = await readAttempt(db, { quiz, questions, attempt, number, print });
    rows.push(row);
    yield* entries;
    await whenWritten();
  }
  yield { name: 'questions.json', content: canonicalJson(showQuestions(quiz, questions)) };
  yield* writeTables(await readTables(test, rows));
}

async function* readAttempts(db: Database, quizId: string): AsyncGenerator<Attempt> {
  for (let after = ''; ;) {
    const page = await listAttemptsAfter(db, quizId, { after, max: PAGE });
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.personId;
  }
}

/** With keys and variants, in the teacher's order. */
const showQuestions = ({ keyVersion }: Quiz, questions: readonly Question[]) => ({
  keyVersion,
  questions,
});

async function readTables(
  { db, quiz, references }: TestToArchive,
  attempts: ArchivedAttempt[],
): Promise<Tables> {
  const { uniqueId } = quiz;
  const refer = (personId: string) => references.of(personId);
  const extensions = await listExtensions(db, [uniqueId]);
  const lastEnd = new Date(lastEndMs(timesOf(quiz), extensions)).toISOString();
  const granted = await snapshot.listGranted(db, uniqueId);
  const announced = await snapshot.listAnnounced(db, uniqueId);
  const corrections = await listKeyCorrections(db, uniqueId);
  const acts = await snapshot.listActs(db, uniqueId);
  return {
    format: 1,
    test: { ...showTest(quiz), createdBy: refer(quiz.createdBy), lastEnd },
    people: await readPeople(db, references),
    attempts: attempts.toSorted((one, other) => Number(one.number) - Number(other.number)),
    extensions: granted.map(({ target, personId, grantedBy, ...grant }) => ({
      ...grant,
      for: personId === null ? withoutRoll(target) : refer(personId),
      grantedBy: refer(grantedBy),
    })),
    announcements: announced.map(({ announcedBy, ...announcement }) => ({
      ...announcement,
      announcedBy: refer(announcedBy),
    })),
    corrections: corrections.map(({ correctedBy, ...correction }) => ({
      ...correction,
      correctedBy: refer(correctedBy),
    })),
    acts: acts.map(({ personId, by, ...act }) => ({
      ...act,
      attempt: refer(personId),
      by: refer(by),
    })),
  };
}

/** A group, or nobody in particular for a person without an account. */
const withoutRoll = (target: string): string =>
  target.startsWith('person ') ? 'a person without an account' : target;

async function readPeople(db: Database, references: References): Promise<Tables['people']> {
  const listed = references.list();
  const names = await snapshot.listNames(
    db,
    listed.map(({ personId }) => personId),
  );
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  return listed.map(({ reference, personId }) => ({
    reference,
    rollNumber: personId,
    name: nameOf.get(personId) ?? '',
  }));
}

const showTest = (quiz: Quiz) => ({
  id: quiz.uniqueId,
  topic: quiz.topic,
  subject: quiz.subjectId,
  class: quiz.className,
  questions: quiz.totalQuestions,
  scorePerQuestion: quiz.scorePerQuestion,
  totalScore: fullScoreOf(quiz),
  startsAt: quiz.startsAt.toISOString(),
  endsAt: quiz.endsAt.toISOString(),
  timeLimitSeconds: quiz.timeLimitSeconds,
  shufflesQuestions: quiz.shuffleQuestions,
  shufflesOptions: quiz.shuffleOptions,
  scoreOpens: quiz.scoreOpens,
  answersOpen: quiz.answersOpen,
  closesWork: quiz.closesWork,
  pastes: quiz.pastes,
  keyVersion: quiz.keyVersion,
  createdAt: quiz.createdAt.toISOString(),
});
