/** What a run asks of the queue. */
export interface Turn {
  /** Ends the waiting. */
  signal: AbortSignal;
  /** Lower numbers run first. */
  priority?: number;
  /** Opaque; runs of the same owner share one slot while others wait. Without: every run is its own. */
  owner?: string | undefined;
  /** A Check of a running test, for which a share is kept. */
  isCheck?: boolean | undefined;
  /** Called with the number of runs ahead, immediately and shortly after it changes. */
  onPlace(place: number): void;
  /** Called when the run is found to be long, or one of its owner is while it waits. */
  onLong?(): void;
}

/** The slot of a run. */
export interface Slot {
  /**
   * Runs one piece of the work. Before it, a long run whose turn is over gives its slot to those who wait. A piece may
   * be aborted for a short run; it is then run again from its beginning, so it must have no lasting effect.
   */
  run<Result>(piece: Piece<Result>): Promise<Result>;
  /** As `run`; the turn begins after it. So a program that has compiled runs before another compiles. */
  prepare<Result>(piece: Piece<Result>): Promise<Result>;
}

export type Piece<Result> = (signal: AbortSignal) => Promise<Result>;

/** Short runs have slots of their own, so that long ones cannot occupy them. */
export type Lane = 'short' | 'long';

/** A run that waits for a slot or has one. */
export class QueuedRun {
  readonly turn: Turn;
  /** Null while it waits. */
  lane: Lane | null = null;
  hasBegun = false;
  /** It has had its slot for long. */
  isLong = false;
  /** Its piece is ended, to be run again later. */
  isPutOff = false;
  /** When the first piece of its turn began, on the clock of `performance`. */
  turnSince: number | null = null;
  /** The last place reported. */
  place = 0;
  piece = new AbortController();
  /** Called when the run gets a slot. */
  begin: () => void = () => {};

  constructor(turn: Turn) {
    this.turn = turn;
  }

  get owner(): string {
    return this.turn.owner ?? '';
  }

  get priority(): number {
    return this.turn.priority ?? 0;
  }

  get isCheck(): boolean {
    return this.turn.isCheck ?? false;
  }

  isOfSameOwner(other: QueuedRun): boolean {
    return this !== other && this.owner !== '' && this.owner === other.owner;
  }

  putOff(): void {
    this.isPutOff = true;
    this.piece.abort();
  }
}
