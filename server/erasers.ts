import { eraseInArchives, eraseOldArchives } from './archives/erased-archives.queries.ts';
import { eraseHandIns } from './assignments/hand-ins.queries.ts';
import { eraseInAttempts, eraseOldTimelines } from './attempts/erased-attempts.ts';
import { deletePerson, insertPlaceholder } from './auth/people.queries.ts';
import { eraseInClasses } from './classes/members.queries.ts';
import { eraseInMails } from './mail/mail.queries.ts';
import { eraseInNotices } from './notices/notices.queries.ts';
import { eraseAuditLines } from './platform/audit/audit.queries.ts';
import type { Database } from './platform/postgres/database.ts';
import type { Erasers } from './privacy/erasers.ts';
import { erasePrograms, eraseProgramsOf } from './programs/programs.queries.ts';
import { eraseRecords } from './records/records.queries.ts';
import { eraseOldRuns } from './runs/store/run-history.queries.ts';
import {
  eraseComparisonsOf,
  eraseComparisonsOfTimelines,
} from './similarity/similarity.queries.ts';
import { eraseInDrafts } from './quizzes/erased-drafts.queries.ts';
import { eraseInStudents } from './students/erased-students.queries.ts';

/** The erasers of all features. */
export const erasers: Erasers = {
  byRule: {
    runs: eraseOldRuns,
    'hand-ins': eraseHandInsWithTheirComparisons,
    timelines: eraseTimelinesWithTheirComparisons,
    records: eraseRecords,
    archives: eraseOldArchives,
    'audit-lines': eraseAuditLines,
  },
  programsOf: eraseProgramsOf,
  begin: insertPlaceholder,
  // What the description of personal data does not say; notices last, after the audiences have changed.
  inFeatures: {
    mails: eraseInMails,
    programs: erasePrograms,
    students: eraseInStudents,
    drafts: eraseInDrafts,
    classes: eraseInClasses,
    attempts: eraseInAttempts,
    archives: eraseInArchives,
    notices: eraseInNotices,
  },
  end: deletePerson,
};

async function eraseHandInsWithTheirComparisons(db: Database, max: number): Promise<number> {
  const erased = await eraseHandIns(db, max);
  if (erased.length > 0) await eraseComparisonsOf(db, erased);
  return erased.length;
}

async function eraseTimelinesWithTheirComparisons(db: Database, max: number): Promise<number> {
  const erased = await eraseOldTimelines(db, max);
  if (erased > 0) await eraseComparisonsOfTimelines(db);
  return erased;
}
