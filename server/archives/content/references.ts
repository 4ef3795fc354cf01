import { compare } from './canonical-json.ts';

/** The name of a person in the archives of a test. */
export interface Reference {
  reference: string;
  personId: string;
}

/** The name of an attempt in paths and tables: its number with at least four digits. */
const nameOf = (number: number): string => String(number).padStart(4, '0');
const OTHERS = 'person-';

/**
 * How the archives of a test refer to people. Known references stay as they are; new people get the next numbers, by
 * roll number.
 */
export class References {
  /** To be stored with the archive. */
  readonly added: Reference[] = [];
  readonly #known: Map<string, string>;

  constructor(known: readonly Reference[]) {
    this.#known = new Map(known.map(({ personId, reference }) => [personId, reference]));
  }

  /** Students with an attempt, and others that the archive names. */
  add(students: readonly string[], others: readonly string[]): void {
    // An attempt of a person who was only named before gets no number: their reference stays.
    this.#addAll(students, nameOf);
    this.#addAll(others, (number) => `${OTHERS}${number}`);
  }

  /** Null for people whom the archive does not name. */
  of(personId: string): string | null {
    return this.#known.get(personId) ?? null;
  }

  /** By reference. */
  list(): Reference[] {
    return [...this.#known]
      .map(([personId, reference]) => ({ personId, reference }))
      .toSorted((one, other) => compare(one.reference, other.reference));
  }

  #addAll(personIds: readonly string[], name: (number: number) => string): void {
    const taken = new Set(this.#known.values());
    let number = 1;
    for (const personId of personIds.toSorted(compare)) {
      if (this.#known.has(personId)) continue;
      while (taken.has(name(number))) number += 1;
      const reference = name(number);
      taken.add(reference);
      this.#known.set(personId, reference);
      this.added.push({ personId, reference });
    }
  }
}
