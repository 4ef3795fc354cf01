/** For how long the runs of an owner whose run was long come after those of others. */
const REMEMBERED_MS = 60_000;

/** The owners of recent long runs. */
export class LongOwners {
  readonly #until = new Map<string, number>();

  add(owner: string): void {
    const nowMs = performance.now();
    for (const [one, untilMs] of this.#until) if (untilMs <= nowMs) this.#until.delete(one);
    this.#until.set(owner, nowMs + REMEMBERED_MS);
  }

  has(owner: string): boolean {
    return (this.#until.get(owner) ?? 0) > performance.now();
  }
}
