/** Makes a link relative: the server's links contain the host name that other programs use. */
export function toLocalLink(path: string): string {
  const url = new URL(path, location.origin);
  return url.pathname + url.search;
}

export const workspacePath = (id: string) => `/Workspace?assignment=${id}`;
export const assignmentPath = (id: string) => `/assignments/${id}`;
export const handInsPath = (id: string) => `/admin/dashboard/assignments/${id}`;
export const editPath = (id: string) => `/admin/dashboard/assignments/${id}/edit`;
export const testCasesPath = (id: string) => `/admin/dashboard/assignments/${id}/tests`;
export const markingPath = (id: string, studentId: string) =>
  `/admin/dashboard/assignments/${id}/hand-ins/${encodeURIComponent(studentId)}`;
/** The grading page within all work that waits for marks, of one class or all. */
export const queuePath = (id: string, studentId: string, classId: string | null) =>
  `${markingPath(id, studentId)}?queue=all${classId === null ? '' : `&class=${classId}`}`;
export const toMarkPath = (classId: string | null) =>
  `/admin/dashboard/submissions?state=to_mark${classId === null ? '' : `&class=${classId}`}`;
export const similarityPath = (assignment: string) =>
  `/admin/dashboard/assignments/${assignment}/similarity`;

/** The sheet of marks of a class, and a student's own line. */
export const marksPath = (classId: string) => `/admin/dashboard/classes/${classId}/marks`;
export const ownMarksPath = (classId: string) => `/my-classes/${classId}/marks`;

/** The lab record of a class, and a student's own. */
export const recordPath = (classId: string) => `/admin/dashboard/classes/${classId}/record`;
export const ownRecordPath = (classId: string) => `/my-classes/${classId}/record`;

export const liveControlPath = (quiz: string) => `/admin/dashboard/quizview/${quiz}`;
export const timelinePath = (quiz: string, studentId: string) =>
  `${liveControlPath(quiz)}/${encodeURIComponent(studentId)}`;
export const attemptProgramsPath = (quiz: string, studentId: string) =>
  `${timelinePath(quiz, studentId)}/programs`;
export const answersPath = (quiz: string, studentId: string) =>
  `${timelinePath(quiz, studentId)}/answers`;
/** The question is in the teacher's numbering. */
export const testSimilarityPath = (quiz: string, number: number | string) =>
  `${liveControlPath(quiz)}/questions/${number}/similarity`;

/** @param comparison the address of the comparison that found the pair */
export const pairPath = (
  comparison: string,
  { one, other, language }: { one: string; other: string; language: number },
) => {
  const programs = [one, other].map(encodeURIComponent).join('/');
  return `${comparison}/${programs}?language=${language}`;
};
