import type { Role } from '@vlabs/contract/http/endpoint';
import { Task, type TaskKind, type TaskProgress, hasEnded } from '@vlabs/contract/http/tasks';
import { notFound, requireRole } from '../errors.ts';
import type { Caller } from '../http/serve.ts';
import type { Database } from '../postgres/database.ts';
import { type LiveEvents, notify } from './live-events.ts';

const CHANNEL = 'tasks';

interface KindOfTask {
  /** Roles that may follow it. `read` may refuse more, and must refuse staff of other classes. */
  access: readonly Role[];
  /** Reads the current progress; null if there is no such task. */
  read: (id: string, caller: Caller) => Promise<TaskProgress | null>;
}

interface Follower {
  task: Task;
  wake: () => void;
}

/** Long-running work. Each feature stores its own tasks; they are followed here. */
export class Tasks {
  readonly #kinds = new Map<TaskKind, KindOfTask>();
  readonly #followers = new Set<Follower>();
  readonly #unsubscribe: () => void;
  #isClosed = false;

  constructor({ liveEvents }: { liveEvents: LiveEvents }) {
    this.#unsubscribe = liveEvents.subscribe(CHANNEL, {
      receive: (payload) => {
        const { kind, id } = Task.parse(payload);
        this.#wake(({ task }) => task.kind === kind && task.id === id);
      },
      miss: () => this.#wake(() => true),
    });
  }

  /** Registers how a kind of task is read. Call before the first request. */
  handle(kind: TaskKind, how: KindOfTask): void {
    this.#kinds.set(kind, how);
  }

  /** Returns the progress. Throws if the caller may not see it. */
  async read({ kind, id }: Task, caller: Caller): Promise<TaskProgress> {
    const known = this.#kinds.get(kind);
    if (!known) throw notFound('This task');
    // A student who assists follows as staff if the request says so.
    const isStaff = known.access.includes('staff') && caller.teaches !== undefined;
    const follower = isStaff ? { ...caller, role: 'staff' as const } : caller;
    requireRole(follower.role, known.access);
    const progress = await known.read(id, follower);
    if (!progress) throw notFound('This task');
    return progress;
  }

  /**
   * Yields the progress now and after every change, until the task has ended or the caller
   * disconnects.
   */
  async *follow(task: Task, caller: Caller, gone: AbortSignal): AsyncGenerator<TaskProgress> {
    const follower = { task, wake: () => {} };
    this.#followers.add(follower);
    gone.addEventListener('abort', () => follower.wake(), { once: true });
    try {
      for (let last = ''; !gone.aborted && !this.#isClosed;) {
        // Subscribes before reading, so that no change is missed.
        const changed = new Promise<void>((resolve) => (follower.wake = resolve));
        const now = await this.read(task, caller);
        const text = JSON.stringify(now);
        if (text !== last) yield now;
        last = text;
        if (hasEnded(now.state)) return;
        await changed;
      }
    } finally {
      this.#followers.delete(follower);
    }
  }

  /** Ends all streams, so that their connections can close. */
  close(): void {
    this.#unsubscribe();
    this.#isClosed = true;
    this.#wake(() => true);
  }

  #wake(isMeant: (follower: Follower) => boolean): void {
    for (const follower of this.#followers) if (isMeant(follower)) follower.wake();
  }
}

/**
 * Publishes a task's progress to its followers on all servers; within a transaction, after the
 * commit.
 */
export function publishTask(db: Database, task: Task): void {
  notify(db, CHANNEL, task);
}
