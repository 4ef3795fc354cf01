/** How runs inside a test name it, in place of an assignment. */

const IN_TEST = /^([\da-f-]{36})-q(\d{1,4})$/;

/** @param number the question, in the student's numbering */
export const testRunTag = (quizId: string, number: number | string): string =>
  `${quizId}-q${number}`;

export const isTestRunTag = (assignment: string): boolean => IN_TEST.test(assignment);
