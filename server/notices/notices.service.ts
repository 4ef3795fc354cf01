import type { Enrolment } from '@vlabs/contract/students/audience';
import {
  NOTICES_AT_MOST,
  NOTICE_DAYS,
  type Notice,
  type NoticeKind,
} from '@vlabs/contract/notices/notices';
import type { Pool } from 'pg';
import {
  type OpenedResult,
  listExtensionTargets,
  listOpenedResults,
} from '../attempts/attempts.reads.ts';
import type { Clock } from '../platform/clock.ts';
import type { LiveEvents } from '../platform/events/live-events.ts';
import { enrolmentOf } from '../students/students.reads.ts';
import {
  type WorkChange,
  deleteOldReads,
  findOwnErasure,
  insertReads,
  listAnnouncementsTo,
  listChanges,
  listExtraTimes,
  listMarks,
  listReadNames,
} from './notices.queries.ts';
import { NoticeWatch } from './notice-watch.ts';

type Change = Pick<WorkChange, 'kind' | 'change' | 'at' | 'endsAt' | 'isOpen'>;

const kinds: Record<WorkChange['kind'], Record<WorkChange['change'], NoticeKind>> = {
  quiz: { opened: 'new_test', times: 'test_times', withdrawn: 'test_withdrawn' },
  assignment: {
    opened: 'new_assignment',
    times: 'assignment_due',
    withdrawn: 'assignment_withdrawn',
  },
};

const kindOf = ({ kind, change }: Pick<WorkChange, 'kind' | 'change'>): NoticeKind =>
  kinds[kind][change];

/**
 * Chooses which changes of a quiz or assignment become notices: new work once, the last of several time changes, and
 * withdrawals. Leaving an audience is not a notice.
 */
export function chooseChanges<One extends Change>(changes: readonly One[]): One[] {
  const last = changes.findLast(({ change }) => change !== 'times');
  if (!last) return [];
  if (last.change === 'withdrawn') {
    const wasKnown = changes.some(({ change }) => change === 'opened');
    return wasKnown && !isPast(last) ? [last] : [];
  }
  if (!last.isOpen) return [];
  const withdrawn = changes.findLastIndex(({ change }) => change === 'withdrawn');
  const since = changes.slice(withdrawn + 1);
  const opened = since.find(({ change }) => change === 'opened');
  const times = since.findLast(({ change }) => change === 'times');
  return [opened, times].filter((one) => one !== undefined).filter((one) => !isPast(one));
}

/** A quiz that was over when it was created is not new; an old assignment still is. */
const isPast = ({ kind, at, endsAt }: Change) => kind === 'quiz' && endsAt !== null && endsAt < at;

const DAY_MS = 86_400_000;
/** Work created longer ago than a term can change, but is not new. */
const DAYS_OF_CHANGES = 200;

interface NoticesServices {
  pool: Pool;
  clock: Clock;
  /** How long after the deadline answers still count. */
  graceSeconds: number;
}

type Unread = Omit<Notice, 'isRead'>;

/** Fields that a notice does not have. */
const nothing = {
  startsAt: null,
  endsAt: null,
  wasStartsAt: null,
  wasEndsAt: null,
  text: '',
  marks: null,
  maxMarks: null,
};

/**
 * A student's notices. They are not stored: they are derived from changes, and current visibility is checked each
 * time.
 */
export class Notices {
  readonly watch: NoticeWatch;
  readonly #services: NoticesServices;

  constructor({ liveEvents, ...services }: NoticesServices & { liveEvents: LiveEvents }) {
    this.#services = services;
    this.watch = new NoticeWatch({ ...services, liveEvents });
  }

  async listNotices(personId: string) {
    const { pool, clock } = this.#services;
    const nowMs = clock.nowMs();
    const since = new Date(nowMs - NOTICE_DAYS * DAY_MS);
    const student = await this.findStudent(personId);
    const [read, ...all] = await Promise.all([
      listReadNames(pool, personId),
      this.#listChanged(student, nowMs),
      this.#listResults(personId, since, nowMs),
      this.#listTold(student, since),
      this.#listMarked(student, since),
      this.#listErasure(personId),
    ]);
    const notices = all
      .flat()
      .filter(({ at }) => at >= since.toISOString())
      .toSorted((one, other) => other.at.localeCompare(one.at) || (one.name < other.name ? 1 : -1))
      .slice(0, NOTICES_AT_MOST)
      .map((notice) => ({ ...notice, isRead: read.has(notice.name) }));
    const unread = notices.filter(({ isRead }) => !isRead).length;
    return { notices, unread, listedAt: new Date(nowMs).toISOString() };
  }

  /** What determines a person's notices. */
  findStudent(rollNumber: string): Promise<Enrolment> {
    return enrolmentOf(this.#services.pool, rollNumber);
  }

  /** Only the person's own notices can be read. */
  async readNotices(personId: string, names: readonly string[]): Promise<{ unread: number }> {
    const { pool, clock } = this.#services;
    const { notices } = await this.listNotices(personId);
    const unread = notices.filter(({ isRead }) => !isRead).map(({ name }) => name);
    const read = unread.filter((name) => names.includes(name));
    await insertReads(pool, personId, read);
    await deleteOldReads(pool, personId, new Date(clock.nowMs() - 2 * NOTICE_DAYS * DAY_MS));
    return { unread: unread.length - read.length };
  }

  async #listChanged(student: Enrolment, nowMs: number): Promise<Unread[]> {
    const since = new Date(nowMs - DAYS_OF_CHANGES * DAY_MS);
    const changes = await listChanges(this.#services.pool, student, since);
    const ofWork = Map.groupBy(changes, ({ workId }) => workId);
    return [...ofWork.values()].flatMap((one) => chooseChanges(one).map(showChange));
  }

  async #listResults(personId: string, since: Date, nowMs: number): Promise<Unread[]> {
    const { pool, graceSeconds } = this.#services;
    const asked = { personId, since, nowMs, graceMs: graceSeconds * 1000 };
    const opened = await listOpenedResults(pool, asked);
    return opened.flatMap(showResult);
  }

  async #listTold(student: Enrolment, since: Date): Promise<Unread[]> {
    const { pool } = this.#services;
    const [announcements, extraTimes] = await Promise.all([
      listAnnouncementsTo(pool, student.rollNumber, since),
      listExtraTimes(pool, student, listExtensionTargets(student), since),
    ]);
    return [
      ...announcements.map(({ id, at, workId, title, text }) => ({
        ...nothing,
        name: `announcement ${id}`,
        kind: 'announcement' as const,
        at: at.toISOString(),
        workId,
        title,
        text,
      })),
      ...extraTimes.map(({ id, at, workId, title }) => ({
        ...nothing,
        name: `extension ${id}`,
        kind: 'more_time' as const,
        at: at.toISOString(),
        workId,
        title,
      })),
    ];
  }

  async #listErasure(personId: string): Promise<Unread[]> {
    const erasure = await findOwnErasure(this.#services.pool, personId);
    if (!erasure) return [];
    return [
      {
        ...nothing,
        name: `erasure ${erasure.announcedAt.getTime()}`,
        kind: 'erasure',
        at: erasure.announcedAt.toISOString(),
        workId: null,
        title: 'your account',
        endsAt: erasure.dueAt.toISOString(),
      },
    ];
  }

  async #listMarked(student: Enrolment, since: Date): Promise<Unread[]> {
    const marked = await listMarks(this.#services.pool, student, since);
    return marked.map(({ handInId, at, workId, title, comment, marks, maxMarks }) => ({
      ...nothing,
      // Other marks are a new notice.
      name: `marks ${handInId} ${at.getTime()}`,
      kind: 'marks' as const,
      at: at.toISOString(),
      workId,
      title,
      text: comment,
      marks,
      maxMarks,
    }));
  }
}

const asMoment = (at: Date | null) => at?.toISOString() ?? null;

function showChange({ id, workId, title, at, ...change }: WorkChange): Unread {
  return {
    ...nothing,
    name: `change ${id}`,
    kind: kindOf(change),
    at: at.toISOString(),
    workId,
    title,
    startsAt: asMoment(change.startsAt),
    endsAt: asMoment(change.endsAt),
    wasStartsAt: asMoment(change.wasStartsAt),
    wasEndsAt: asMoment(change.wasEndsAt),
  };
}

/** A score shown immediately is not a notice. */
function showResult(result: OpenedResult): Unread[] {
  const { quizId, title, submittedAt, submittedBy, scoreOpens, lastEndMs } = result;
  const { correctedAt, judgedAt } = result;
  const show = (kind: 'result' | 'answers' | 'correction', atMs: number, ofMs = atMs): Unread => ({
    ...nothing,
    name: `${kind} ${quizId} ${ofMs}`,
    kind,
    at: new Date(atMs).toISOString(),
    workId: quizId,
    title,
  });
  const submittedMs = submittedAt.getTime();
  const openedAtMs = Math.max(lastEndMs, submittedMs);
  const isCountedLater = scoreOpens === 'at_end' || submittedBy !== 'student' || judgedAt !== null;
  const countedAtMs = Math.max(
    scoreOpens === 'at_end' ? openedAtMs : submittedMs,
    judgedAt?.getTime() ?? 0,
  );
  const showsAnswers = result.areAnswersOpen && scoreOpens !== 'at_end';
  return [
    ...(result.isScoreOpen && isCountedLater ? [show('result', countedAtMs, submittedMs)] : []),
    ...(showsAnswers ? [show('answers', openedAtMs, submittedMs)] : []),
    ...(result.isScoreOpen && correctedAt ? [show('correction', correctedAt.getTime())] : []),
  ];
}
