import type { Role } from '@vlabs/contract/endpoint';
import { Task, type TaskKind, type TaskProgress, hasEnded } from '@vlabs/contract/tasks';
import { notFound, requireRole } from '../errors.ts';
import type { Caller } from '../http/serve.ts';
import type { Database } from '../postgres/database.ts';
import { type LiveEvents, notify } from './live-events.ts';

const CHANNEL = 'tasks';

interface KindOfTask {
  /** Who may follow it; `read` may refuse more, and has to refuse staff whose class it is not. */
  access: readonly Role[];
  /** How far it is now, from the database; null: there is none. */
  read: (id: string, caller: Caller) => Promise<TaskProgress | null>;
}

interface Follower {
  task: Task;
  wake: () => void;
}

/** Work that takes long: each kind is kept where it belongs, and followed here. */
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

  /** Says how a kind is read; before anybody asks. */
  handle(kind: TaskKind, how: KindOfTask): void {
    this.#kinds.set(kind, how);
  }

  /** How far it is; refuses who may not know. */
  async read({ kind, id }: Task, caller: Caller): Promise<TaskProgress> {
    const known = this.#kinds.get(kind);
    if (!known) throw notFound('This task');
    // A student who assists, and says so, follows as staff do.
    const isStaff = known.access.includes('staff') && caller.teaches !== undefined;
    const follower = isStaff ? { ...caller, role: 'staff' as const } : caller;
    requireRole(follower.role, known.access);
    const progress = await known.read(id, follower);
    if (!progress) throw notFound('This task');
    return progress;
  }

  /** How far it is, at once and whenever that differs, until it has ended or the caller is gone. */
  async *follow(task: Task, caller: Caller, gone: AbortSignal): AsyncGenerator<TaskProgress> {
    const follower = { task, wake: () => {} };
    this.#followers.add(follower);
    gone.addEventListener('abort', () => follower.wake(), { once: true });
    try {
      for (let last = ''; !gone.aborted && !this.#isClosed;) {
        // Waited for before it is read, so that no change goes unseen.
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

  /** Ends all that follow, so that their connections can close. */
  close(): void {
    this.#unsubscribe();
    this.#isClosed = true;
    this.#wake(() => true);
  }

  #wake(isMeant: (follower: Follower) => boolean): void {
    for (const follower of this.#followers) if (isMeant(follower)) follower.wake();
  }
}

/** Tells whoever follows it, at any server, that it is further; in a transaction, once that commits. */
export function publishTask(db: Database, task: Task): void {
  notify(db, CHANNEL, task);
}
