import {
  EVERYONE_GROUP,
  type Enrolment,
  groupOfPerson,
  groupsOfStudent,
} from '@vlabs/contract/students/audience';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { EventStream } from '../platform/events/event-stream.ts';
import type { LiveEvents } from '../platform/events/live-events.ts';

const CHANNEL = 'notices';
const NoticeEvent = z.object({
  personId: z.string().nullable(),
  /** Recipients by group; without groups the person, or everyone if that is null. */
  groups: z.array(z.string()).optional(),
  /** The recipients' groups have changed. */
  areOthers: z.boolean().optional(),
});
/** A class that is notified at once must not load its notices at once. */
const PAGES_AT_ONCE = 10;
const PAUSE_MS = 100;
/** The last notification is stored for this many groups; beyond that, all count as just notified. */
const MAX_GROUPS = 20_000;

interface Follower {
  /** Includes one for the person, and one for everyone. */
  groups: readonly string[];
  stream: EventStream;
}

/** Notifies open pages to load their notices again. */
export class NoticeWatch {
  readonly #clock: Clock;
  readonly #followers = new Map<string, Set<Follower>>();
  readonly #waiting = new Set<Follower>();
  /** Streams to close, so that their pages follow their new groups. */
  readonly #moved = new Set<Follower>();
  readonly #unsubscribe: () => void;
  /** Groups notified after `#allToldMs`. */
  readonly #notifiedAtMs = new Map<string, number>();
  #allToldMs: number;
  #timer: NodeJS.Timeout | null = null;

  constructor({ liveEvents, clock }: { liveEvents: LiveEvents; clock: Clock }) {
    this.#clock = clock;
    // Earlier notifications are unknown.
    this.#allToldMs = clock.nowMs();
    this.#unsubscribe = liveEvents.subscribe(CHANNEL, {
      receive: (payload) => {
        const { personId, groups, areOthers = false } = NoticeEvent.parse(payload);
        const recipients = groups ?? [personId === null ? EVERYONE_GROUP : groupOfPerson(personId)];
        this.#notify(recipients, areOthers);
      },
      miss: () => this.#publishAll(),
    });
  }

  /** `sinceMs`: when the page listed its notices; later notifications are sent immediately. */
  follow({ student, sinceMs }: { student: Enrolment; sinceMs: number }, stream: EventStream): void {
    const groups = [groupOfPerson(student.rollNumber), ...groupsOfStudent(student)];
    const follower = { groups, stream };
    for (const group of groups) {
      const followers = this.#followers.get(group) ?? new Set();
      this.#followers.set(group, followers.add(follower));
    }
    stream.onClose(() => this.#forget(follower));
    const notifiedAtMs = Math.max(
      this.#allToldMs,
      ...groups.map((group) => this.#notifiedAtMs.get(group) ?? 0),
    );
    if (sinceMs <= notifiedAtMs) stream.send('look', {});
  }

  close(): void {
    this.#unsubscribe();
    if (this.#timer) clearTimeout(this.#timer);
    for (const { stream } of this.#followers.get(EVERYONE_GROUP) ?? []) stream.end();
  }

  #forget(follower: Follower): void {
    this.#waiting.delete(follower);
    this.#moved.delete(follower);
    for (const group of follower.groups) {
      const followers = this.#followers.get(group);
      followers?.delete(follower);
      if (followers?.size === 0) this.#followers.delete(group);
    }
  }

  #publishAll(): void {
    this.#notifiedAtMs.clear();
    this.#allToldMs = this.#clock.nowMs();
    this.#notify([EVERYONE_GROUP]);
  }

  #notify(groups: readonly string[], areOthers = false): void {
    const now = this.#clock.nowMs();
    for (const group of groups) {
      this.#notifiedAtMs.set(group, now);
      for (const follower of this.#followers.get(group) ?? []) {
        this.#waiting.add(follower);
        if (areOthers) this.#moved.add(follower);
      }
    }
    if (this.#notifiedAtMs.size > MAX_GROUPS) {
      this.#notifiedAtMs.clear();
      this.#allToldMs = now;
    }
    if (this.#timer === null) this.#publishNext();
  }

  #publishNext(): void {
    for (const follower of [...this.#waiting].slice(0, PAGES_AT_ONCE)) {
      this.#waiting.delete(follower);
      // The page reconnects and is notified then.
      if (this.#moved.delete(follower)) follower.stream.end();
      else follower.stream.send('look', {});
    }
    this.#timer = this.#waiting.size === 0 ? null : setTimeout(() => this.#publishNext(), PAUSE_MS);
  }
}
