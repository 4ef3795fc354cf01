import { benchBackup } from './backup.ts';
import { benchBusy } from './busy.ts';
import { benchCampus } from './campus/campus.ts';
import { benchDocuments } from './documents.ts';
import { benchExec } from './exec.ts';
import { benchExamStorm } from './storm/exam-storm.ts';
import { benchFiles } from './files.ts';
import { benchLabExam } from '../lab/exam/lab-exam.ts';
import { benchLanguages } from './languages.ts';
import { benchLinearTime } from './linear-time.ts';
import { benchLive } from './live.ts';
import { benchMemory } from './memory.ts';
import { benchPageWeight } from './page-weight.ts';
import { benchSignIn } from './sign-in.ts';
import { benchSignOn } from './sign-on.ts';
import { benchSimilarity } from './similarity/similarity.ts';
import { benchSoak } from './soak/soak.ts';
import { benchStart } from './start.ts';
import { benchRoster } from './roster.ts';
import { benchSavesBesideFloods } from './saves-beside-floods.ts';
import { benchSavesBesideImport } from './saves-beside-import.ts';
import { benchSql } from './sql.ts';
import { benchStep } from './step.ts';
import { benchStudentList } from './student-list.ts';
import { benchWorkspace } from './workspace.ts';

/** All benches: `npm run bench -- exec`. Each prints a table. */
const benches: Record<string, (words: readonly string[]) => Promise<void>> = {
  backup: benchBackup,
  busy: benchBusy,
  campus: benchCampus,
  documents: benchDocuments,
  exec: benchExec,
  'exam-storm': benchExamStorm,
  files: benchFiles,
  'lab-exam': benchLabExam,
  languages: benchLanguages,
  'linear-time': benchLinearTime,
  live: benchLive,
  memory: benchMemory,
  'page-weight': benchPageWeight,
  'sign-in': benchSignIn,
  'sign-on': benchSignOn,
  similarity: benchSimilarity,
  soak: benchSoak,
  sql: benchSql,
  start: benchStart,
  step: benchStep,
  'student-list': benchStudentList,
  roster: benchRoster,
  'saves-beside-floods': benchSavesBesideFloods,
  'saves-beside-import': benchSavesBesideImport,
  workspace: benchWorkspace,
};

const [name = '', ...words] = process.argv.slice(2);
const bench = benches[name];
if (bench) {
  await bench(words);
} else {
  console.error(`Choose one of these benches: ${Object.keys(benches).join(', ')}.`);
  process.exitCode = 1;
}
