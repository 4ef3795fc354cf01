import { readMoment, writeKolkataField } from '@vlabs/contract/text/kolkata-time';
import type { DraftContent } from '@vlabs/contract/quizzes/quiz-drafts';
import {
  type ClassCopy,
  type CopiedPart,
  type WorkToCopy,
  movedBy,
} from '../../platform/class-copy.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { insertDrafts, listDraftsOfClass, listQuizzesOfClass } from './copy-quizzes.queries.ts';
import { writeDraft } from '../drafts/draft-wire.ts';
import { listQuestionsOf } from '../questions/questions.queries.ts';
import type { Quiz } from '../store/quizzes.queries.ts';

/** How many are read with their questions at a time. */
const AT_ONCE = 10;

/** Copies a class's quizzes and drafts as drafts, which its teachers publish. */
export const copiedQuizzes: CopiedPart = { list: listToCopy, copy: copyAll };

async function listToCopy(db: Database, classId: string, max: number): Promise<WorkToCopy[]> {
  const quizzes = await listQuizzesOfClass(db, classId, max);
  const drafts = await listDraftsOfClass(db, classId, max - quizzes.length);
  return [
    ...quizzes.map((quiz) => ({
      title: quiz.topic || quiz.subjectId,
      startsAt: quiz.startsAt,
      endsAt: quiz.endsAt,
      isForNamed: isForNamed(quiz.audience),
    })),
    ...drafts.map(({ content: { details, settings } }) => ({
      title: details.topic || details.SubjectId || 'Untitled draft',
      startsAt: readMoment(details.startTime),
      endsAt: readMoment(details.endTime),
      isForNamed: isForNamed(settings.audience),
    })),
  ];
}

async function copyAll(db: Database, copy: ClassCopy): Promise<void> {
  const { classId } = copy.from;
  const quizzes = await listQuizzesOfClass(db, classId, null);
  for (let start = 0; start < quizzes.length; start += AT_ONCE) {
    await copySome(db, copy, quizzes.slice(start, start + AT_ONCE));
  }
  const drafts = await listDraftsOfClass(db, classId, null);
  for (let start = 0; start < drafts.length; start += AT_ONCE) {
    const some = drafts.slice(start, start + AT_ONCE);
    await keep(
      db,
      copy,
      some.map(({ content }) => content),
    );
  }
}

async function copySome(db: Database, copy: ClassCopy, quizzes: readonly Quiz[]): Promise<void> {
  const ids = quizzes.map(({ uniqueId }) => uniqueId);
  const questions = Map.groupBy(await listQuestionsOf(db, ids), ({ quizId }) => quizId);
  const contents = quizzes.map((quiz) => writeDraft(quiz, questions.get(quiz.uniqueId) ?? []));
  await keep(db, copy, contents);
}

const keep = (db: Database, copy: ClassCopy, contents: readonly DraftContent[]) =>
  insertDrafts(
    db,
    { classId: copy.to.classId, createdBy: copy.by },
    contents.map((content) => copied(content, copy)),
  );

/** For the new class, with its name and times; named students are dropped. */
function copied({ details, settings, questions }: DraftContent, copy: ClassCopy): DraftContent {
  const { audience } = settings;
  const moved = (typed: string) => {
    const moment = readMoment(typed);
    return moment ? writeKolkataField(movedBy(moment, copy.days)) : '';
  };
  const sections = (audience.inClass?.sections ?? []).flatMap((id) => copy.sections.get(id) ?? []);
  return {
    details: {
      ...details,
      ClassName: details.ClassName === copy.from.name ? copy.to.name : details.ClassName,
      startTime: moved(details.startTime),
      endTime: moved(details.endTime),
    },
    settings: {
      ...settings,
      audience: {
        ...audience,
        everyone: audience.everyone || isForNamed(audience),
        rollNumbers: [],
        inClass: { classId: copy.to.classId, sections },
      },
    },
    questions,
  };
}

/** The quiz is only for named students. */
const isForNamed = ({
  everyone,
  courses,
  years,
  inClass,
}: DraftContent['settings']['audience']): boolean =>
  !everyone && courses.length === 0 && years.length === 0 && (inClass?.sections ?? []).length === 0;
