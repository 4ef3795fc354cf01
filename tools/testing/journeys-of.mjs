/** The journeys of each part of the pages, as paths below e2e/. Those of the frame belong to every page. */
const ofPages = {
  archives: ['archives'],
  'as-student': ['classes/classes'],
  assignments: ['classes/assignments', 'classes/tested-hand-ins'],
  attempts: ['quizzes/sitting-quizzes', 'quizzes/live-control'],
  audit: ['audit'],
  auth: ['signing-in', 'sessions', 'mail-links', 'passkeys', 'authenticator', 'admins-second-step'],
  calendar: ['classes/assignments'],
  classes: ['classes/classes'],
  home: ['home'],
  insight: ['classes/insight', 'quizzes/key-corrections'],
  marks: ['classes/marks'],
  news: ['news'],
  notices: ['notices'],
  privacy: ['data-protection', 'my-data'],
  questions: ['quizzes/question-bank', 'quizzes/printed-papers'],
  records: ['classes/record'],
  quizzes: ['quizzes/quizzes'],
  'sign-on': ['sign-on/sign-on'],
  similarity: ['classes/similarity'],
  staff: ['classes/staff', 'classes/assisting'],
  students: ['classes/students'],
  kinds: ['quizzes/quizzes', 'quizzes/sitting-quizzes'],
  programs: ['workspace/workspace', 'workspace/workspace-keeping'],
  runs: ['workspace/workspace', 'workspace/terminal', 'workspace/step'],
  workspace: ['workspace/workspace', 'workspace/step'],
};
const ofFrame = ['navigation', 'guards'];

/**
 * The journeys to run after a change of these files, as arguments for Playwright.
 *
 * @param {string[]} files paths from the root of the project
 * @returns {string[]}
 */
export function journeysOf(files) {
  const wanted = files.flatMap((file) => {
    if (/^e2e\/(?!drills\/).*\.spec\.ts$/.test(file)) return [file];
    const [top, feature] = file.split('/');
    if (top !== 'web' || /\.(?:test|setup)\.tsx?$/.test(file)) return [];
    return pathsOf(ofPages[feature] ?? ofFrame);
  });
  return [...new Set(wanted)];
}

const pathsOf = (names) => names.map((name) => `e2e/${name}.spec.ts`);

/** The parts of the pages that have their own journeys. */
export const listPagesWithJourneys = () => Object.keys(ofPages);
