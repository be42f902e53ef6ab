/** Map whose entries together have a bounded weight: beyond it, the least recently used entries go. */
export class RecentMap<Key, Value> {
  // A Map keeps the order of insertion. An entry that is used is inserted again, so the least recently used one is
  // first.
  readonly #entries = new Map<Key, Value>();
  readonly #most: number;
  readonly #weightOf: (value: Value) => number;
  #weight = 0;

  /** @param most largest weight of all entries together; an entry weighs 1 unless `weightOf` says otherwise */
  constructor(most: number, weightOf: (value: Value) => number = () => 1) {
    this.#most = most;
    this.#weightOf = weightOf;
  }

  /** Finds a value, and makes it the most recently used one. */
  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /**
   * Keeps a value as the most recently used one. A value that alone exceeds the bound empties the map and is not kept.
   */
  set(key: Key, value: Value): void {
    this.delete(key);
    this.#entries.set(key, value);
    this.#weight += this.#weightOf(value);
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#most) break;
      this.delete(oldest);
    }
  }

  delete(key: Key): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#weight -= this.#weightOf(value);
  }

  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
  }

  /** Lists the entries, the least recently used first; listing does not count as use. */
  entries(): IterableIterator<[Key, Value]> {
    return this.#entries.entries();
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Weight of all entries together. */
  get weight(): number {
    return this.#weight;
  }
}
