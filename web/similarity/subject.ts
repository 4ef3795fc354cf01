import type { ComparedHandIn } from '@vlabs/contract/similarity/similarity';
import { useParams } from 'react-router';
import {
  attemptProgramsPath,
  handInsPath,
  liveControlPath,
  markingPath,
  similarityPath,
  testSimilarityPath,
} from '../platform/page-paths.ts';

/** What is compared: the hand-ins of an assignment, or the programs of a question of a test. */
export type Subject = { assignment: string } | { quiz: string; number: string };

/** From the address of the page. */
export function useSubject(): Subject {
  const { id, uniqueId = '', number = '' } = useParams();
  return id === undefined ? { quiz: uniqueId, number } : { assignment: id };
}

/** The address of its comparison. */
export const pathOf = (subject: Subject): string =>
  'quiz' in subject
    ? testSimilarityPath(subject.quiz, subject.number)
    : similarityPath(subject.assignment);

/** The address of its students. */
export const studentsPathOf = (subject: Subject): string =>
  'quiz' in subject ? liveControlPath(subject.quiz) : handInsPath(subject.assignment);

/** The address of one student's work. */
export const workPathOf = (subject: Subject, studentId: string): string =>
  'quiz' in subject
    ? attemptProgramsPath(subject.quiz, studentId)
    : markingPath(subject.assignment, studentId);

/** As pairs name it. */
export const idOf = ({ handInId, studentId }: ComparedHandIn): string => handInId ?? studentId;

/** Such as "2 hand-ins are". */
export function countWork(subject: Subject, count: number, verb: 'be' | 'have'): string {
  const noun = 'quiz' in subject ? 'attempt' : 'hand-in';
  const [one, many] = verb === 'be' ? ['is', 'are'] : ['has', 'have'];
  return count === 1 ? `1 ${noun} ${one}` : `${count} ${noun}s ${many}`;
}
