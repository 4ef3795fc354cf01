import type { AttemptRow } from '@vlabs/contract/attempts/attempt-control';
import type { Pool } from 'pg';
import { z } from 'zod';
import { listVisiblePeople, listWatchers } from '../../classes/classes.reads.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { Log } from '../../platform/postgres/dedicated-connection.ts';
import type { EventStream } from '../../platform/events/event-stream.ts';
import { type LiveEvents, notify } from '../../platform/events/live-events.ts';
import { listAnnouncements, listAttemptsOfQuiz, listStates } from './attempt-lists.queries.ts';
import { clockOf } from './attempt-clock.ts';
import { showRow } from './attempt-rows.ts';
import { updateLastSeen } from './attempts.queries.ts';

const CHANNEL = 'attempts';
const QuizEvent = z.object({ quizId: z.uuid() });
/** Admin pages update at this interval. Saves do not publish events, which keeps them cheap. */
const LOOK_FOR_CHANGES_MS = 1000;
/** How long to wait for the database before trying again. */
const LOOK_AGAIN_MS = 2000;
/** Rereads this far back, because a transaction may commit after a later one. */
const OVERLAP_MS = 10_000;
const NOTE_PRESENCE_MS = 20_000;

/** Whether an announcement to these people is for this page. Unlimited staff get every announcement. */
function isAmong(hearers: readonly string[], { personId, teacherId, isLimited }: Follower) {
  const reader = personId ?? (isLimited ? teacherId : null);
  return reader === null || hearers.includes(reader);
}

/** All open pages of a quiz. */
const EVERYONE = Symbol('everyone');

/** An open page of a student or an admin. */
interface Follower {
  quizId: string;
  /** The student; null for staff. */
  personId: string | null;
  /** The staff member; null for a student. */
  teacherId: string | null;
  /** Sees all attempts, not only those of some sections. */
  seesAll: boolean;
  /** Staff of some sections, who get announcements to these and to everyone. */
  isLimited: boolean;
  tab: string | null;
  stream: EventStream;
  /** The state that was sent last, to send only changes. */
  sent: { deadline: string; ended: boolean; takenOver: boolean; announcementId: number };
  /** For admins: the last row sent of each student; null before the first look. */
  rows: Map<string, string> | null;
}

interface WatchServices {
  pool: Pool;
  clock: Clock;
  liveEvents: LiveEvents;
  log: Log;
}

/**
 * Updates open pages. Events between servers only say "look again"; each page then gets what differs from its last
 * state, so a lost event does no harm.
 */
export class AttemptWatch {
  readonly #services: WatchServices;
  readonly #followers = new Set<Follower>();
  /** By quiz: requests for the next look while one is in progress. */
  readonly #looking = new Map<string, Set<Follower | typeof EVERYONE>>();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #unsubscribe: () => void;

  constructor(services: WatchServices) {
    this.#services = services;
    this.#unsubscribe = services.liveEvents.subscribe(CHANNEL, {
      receive: (payload) => this.#look(QuizEvent.parse(payload).quizId),
      miss: () => this.#lookEverywhere(),
    });
    this.#timers.push(
      setInterval(() => this.#lookForChanges(), LOOK_FOR_CHANGES_MS),
      setInterval(() => void this.#notePresence(), NOTE_PRESENCE_MS),
    );
  }

  /** In a transaction: all servers look again when it commits. */
  notify(db: Database, quizId: string): void {
    notify(db, CHANNEL, { quizId });
  }

  /** Sends the current state, and then changes, until the stream closes. */
  follow(page: Pick<Follower, 'quizId' | 'personId' | 'teacherId' | 'tab'>, stream: EventStream) {
    const sent = { deadline: '', ended: false, takenOver: false, announcementId: 0 };
    const follower: Follower = {
      ...page,
      seesAll: false,
      isLimited: false,
      stream,
      sent,
      rows: null,
    };
    this.#followers.add(follower);
    stream.onClose(() => this.#followers.delete(follower));
    this.#look(page.quizId, follower);
  }

  close(): void {
    this.#unsubscribe();
    for (const timer of this.#timers) clearInterval(timer);
    for (const { stream } of this.#followers) stream.end();
  }

  #lookEverywhere(): void {
    for (const quizId of new Set([...this.#followers].map((follower) => follower.quizId))) {
      this.#look(quizId);
    }
  }

  #lookForChanges(): void {
    const watched = [...this.#followers].filter(({ personId }) => personId === null);
    for (const quizId of new Set(watched.map((follower) => follower.quizId))) this.#look(quizId);
  }

  /** Runs one look at a time per quiz; requests in the meantime trigger another. */
  #look(quizId: string, at: Follower | typeof EVERYONE = EVERYONE): void {
    const next = this.#looking.get(quizId);
    if (next) next.add(at);
    else void this.#lookUntilDone(quizId, new Set([at]));
  }

  async #lookUntilDone(
    quizId: string,
    wanted: ReadonlySet<Follower | typeof EVERYONE>,
  ): Promise<void> {
    const next = new Set<Follower | typeof EVERYONE>();
    this.#looking.set(quizId, next);
    try {
      for (let now = wanted; now.size > 0; now = new Set(next)) {
        next.clear();
        // A class that opens its pages together must not trigger a full look for each page.
        const followers = [...this.#followers].filter(
          (follower) => follower.quizId === quizId && (now.has(EVERYONE) || now.has(follower)),
        );
        const entitled = await this.#dismissOthers(quizId, followers);
        if (entitled.length > 0) await this.#notifyFollowers(quizId, entitled);
      }
    } catch (error) {
      this.#services.log.warn(
        { err: error },
        'The open pages of a test could not be updated. Trying again.',
      );
      setTimeout(() => this.#look(quizId), LOOK_AGAIN_MS).unref();
    } finally {
      this.#looking.delete(quizId);
    }
  }

  /**
   * Closes the pages of staff who no longer teach the class; their new stream is refused. Checked at each look,
   * before anything is sent.
   */
  async #dismissOthers(quizId: string, followers: readonly Follower[]): Promise<Follower[]> {
    const ids = followers.flatMap(({ teacherId }) => teacherId ?? []);
    if (ids.length === 0) return [...followers];
    const watchers = await listWatchers(this.#services.pool, quizId, ids);
    const byId = new Map(watchers.map((watcher) => [watcher.personId, watcher]));
    return followers.filter((follower) => {
      if (follower.teacherId === null) return true;
      const watcher = byId.get(follower.teacherId);
      if (!watcher) follower.stream.end();
      else {
        follower.seesAll = watcher.isCampusAdmin;
        follower.isLimited = watcher.isLimited;
      }
      return watcher !== undefined;
    });
  }

  async #notifyFollowers(quizId: string, followers: readonly Follower[]): Promise<void> {
    const { pool } = this.#services;
    const students = followers.filter(({ personId }) => personId !== null);
    const admins = followers.filter(({ personId }) => personId === null);
    if (students.length > 0) await this.#notifyStudents(quizId, students);
    if (admins.length > 0) await this.#notifyAdmins(quizId, admins);
    const lastId = Math.min(...followers.map(({ sent }) => sent.announcementId));
    const announcements = await listAnnouncements(pool, quizId, lastId);
    for (const follower of followers) {
      // Students who have not started get no events.
      if (follower.personId !== null && follower.sent.deadline === '') continue;
      for (const { id, text, at, hearers } of announcements) {
        if (id <= follower.sent.announcementId) continue;
        follower.sent.announcementId = id;
        if (hearers && !isAmong(hearers, follower)) continue;
        follower.stream.send('announcement', { id, text, at: at.toISOString() });
      }
    }
  }

  async #notifyStudents(quizId: string, students: readonly Follower[]): Promise<void> {
    const { pool, clock } = this.#services;
    const ids = new Set(students.flatMap(({ personId }) => (personId === null ? [] : [personId])));
    const states = await listStates(pool, quizId, [...ids]);
    const byPerson = new Map(states.map((state) => [state.personId, state]));
    for (const { personId, tab, stream, sent } of students) {
      const state = byPerson.get(personId ?? '');
      if (!state) continue;
      const deadline = state.deadlineAt.toISOString();
      if (deadline !== sent.deadline) stream.send('deadline', clockOf(state, clock.nowMs()));
      const isTakenOver = tab !== null && state.tab !== null && tab !== state.tab;
      if (isTakenOver && !sent.takenOver) stream.send('taken-over', {});
      const isEnded = state.submittedBy !== null;
      if (isEnded && !sent.ended) stream.send('ended', { submittedBy: state.submittedBy });
      Object.assign(sent, { deadline, takenOver: isTakenOver, ended: isEnded });
    }
  }

  async #notifyAdmins(quizId: string, admins: readonly Follower[]): Promise<void> {
    const { pool, clock } = this.#services;
    const isNew = admins.some(({ rows }) => rows === null);
    const since = isNew ? null : new Date(clock.nowMs() - OVERLAP_MS);
    const changed = (await listAttemptsOfQuiz(pool, quizId, since)).map(showRow);
    for (const admin of admins) {
      const rows = (admin.rows ??= new Map());
      const theirs = await this.#seenBy(admin, changed);
      const unseen = theirs.filter((row) => rows.get(row.userId) !== JSON.stringify(row));
      for (const row of unseen) rows.set(row.userId, JSON.stringify(row));
      if (unseen.length > 0) admin.stream.send('attempts', unseen);
    }
  }

  async #seenBy({ teacherId, seesAll, quizId }: Follower, rows: readonly AttemptRow[]) {
    if (seesAll || teacherId === null || rows.length === 0) return rows;
    const ids = rows.map(({ userId }) => userId);
    const seen = await listVisiblePeople(this.#services.pool, { staffId: teacherId, quizId }, ids);
    return rows.filter(({ userId }) => seen.has(userId));
  }

  /** An open page shows that the student is present, even if they only read. */
  async #notePresence(): Promise<void> {
    const { pool, clock, log } = this.#services;
    const students = [...this.#followers].filter(({ personId }) => personId !== null);
    try {
      for (const [quizId, followers] of Map.groupBy(students, (follower) => follower.quizId)) {
        const ids = followers.flatMap(({ personId }) => personId ?? []);
        await updateLastSeen(pool, quizId, ids, new Date(clock.nowMs()));
      }
    } catch (error) {
      log.warn({ err: error }, 'The presence of students could not be saved.');
    }
  }
}
