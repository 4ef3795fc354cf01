import {
  EVERYONE_GROUP as EVERYONE,
  type Enrolment,
  groupOfPerson,
  groupsOfStudent,
} from '@vlabs/contract/students/audience';
import type { QuizTimes } from './quiz-times.ts';
import { type Override, type Sitter, type Times, deadlineOf, effectiveTimes } from './deadlines.ts';

/** Granted extra time, or a submitted attempt that was reopened until `reopenedUntilMs`. */
export interface Extension {
  target: string;
  minutes: number | null;
  /** A factor of the time that the test gives: 1.333 adds a third. */
  factor: number | null;
  reopenedUntilMs: number | null;
}

const MINUTE_MS = 60_000;

/**
 * Converts a quiz's extensions, in the order of granting, into overrides for one person: first everyone's, then the
 * group's, then the person's.
 */
export function overridesFor(
  quiz: QuizTimes,
  extensions: readonly Extension[],
  sitter: Sitter,
): Override[] {
  const reopened = extensions.findLastIndex(
    ({ target, reopenedUntilMs }) => target === sitter.person && reopenedUntilMs !== null,
  );
  const counted = extensions.slice(reopened + 1);
  const extraOf = (target: string) => extraMs(quiz, counted, target);
  const forEveryone = extraOf(EVERYONE);
  const groups = sitter.groups.filter((group) => group !== EVERYONE && extraOf(group) > 0);
  const forGroups = Math.max(0, ...groups.map(extraOf));
  const forPerson = extraOf(sitter.person);

  const until = extensions[reopened]?.reopenedUntilMs ?? null;
  if (until !== null) {
    const closesAtMs = until + forEveryone + forGroups + forPerson;
    return [{ who: sitter.person, closesAtMs, timeLimitMs: 0 }];
  }
  return [
    extended(quiz, EVERYONE, forEveryone),
    ...groups.map((group) => extended(quiz, group, forEveryone + extraOf(group))),
    ...(forPerson > 0 ? [extended(quiz, sitter.person, forEveryone + forGroups + forPerson)] : []),
  ];
}

/** Extends both End and the limit, so that the extra time applies whichever ends the test. */
function extended({ closesAtMs, timeLimitMs }: Times, who: string, byMs: number): Override {
  return {
    who,
    closesAtMs: closesAtMs === 0 ? 0 : closesAtMs + byMs,
    timeLimitMs: timeLimitMs === 0 ? 0 : timeLimitMs + byMs,
  };
}

/** Minutes add up; of several factors the largest counts, so that repeating one changes nothing. */
function extraMs(quiz: QuizTimes, extensions: readonly Extension[], target: string): number {
  const own = extensions.filter((extension) => extension.target === target);
  const minutes = own.reduce((sum, extension) => sum + (extension.minutes ?? 0), 0);
  const factor = Math.max(1, ...own.map((extension) => extension.factor ?? 1));
  return Math.round(minutes * MINUTE_MS + quiz.nominalMs * (factor - 1));
}

/** The targets of an extension that match a student. */
export const sitterOf = (student: Enrolment): Sitter => ({
  person: groupOfPerson(student.rollNumber),
  groups: groupsOfStudent(student),
});

/** A student's times with every extension. */
export function timesFor(
  quiz: QuizTimes,
  extensions: readonly Extension[],
  student: Enrolment,
): Times {
  const sitter = sitterOf(student);
  return effectiveTimes(quiz, overridesFor(quiz, extensions, sitter), sitter);
}

/** Whether one of these targets is the student, or a group of the student. */
export function isNamed(targets: readonly string[], student: Enrolment): boolean {
  const { person, groups } = sitterOf(student);
  return [person, ...groups, EVERYONE].some((target) => targets.includes(target));
}

/** D of a person's attempt. It always exists, because a quiz has an End. */
export function deadlineFor(times: Times, startedAtMs: number): number {
  const deadlineMs = deadlineOf(times, startedAtMs);
  if (deadlineMs === null) throw new Error('A quiz has neither an End nor a time limit.');
  return deadlineMs;
}

/** End with the extensions that were granted to attempts in progress: reopened attempts do not count. */
export const plannedEndMs = (quiz: QuizTimes, extensions: readonly Extension[]): number =>
  lastEndMs(
    quiz,
    extensions.filter(({ reopenedUntilMs }) => reopenedUntilMs === null),
  );

const isPerson = (target: string) => target.startsWith('person ');

/** End with every extension: nobody can be given the questions later. */
export function lastEndMs(quiz: QuizTimes, extensions: readonly Extension[]): number {
  const targets = [...new Set(extensions.map(({ target }) => target))];
  const sumOf = (target: string) => extraMs(quiz, extensions, target);
  const forEveryone = sumOf(EVERYONE);
  const forGroups = targets.filter((target) => target !== EVERYONE && !isPerson(target)).map(sumOf);
  const forPersons = targets.filter(isPerson).map(sumOf);
  const maxMs = forEveryone + Math.max(0, ...forGroups) + Math.max(0, ...forPersons);
  const reopened = extensions.map(({ reopenedUntilMs }) => reopenedUntilMs ?? 0);
  return Math.max(quiz.closesAtMs + maxMs, ...reopened);
}
