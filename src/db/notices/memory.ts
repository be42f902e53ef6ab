import { RecentMap } from '../recentMap.js';
import type { Forget } from './channel.js';
import { wait } from '../connection/patience.js';

/** What was read from the database, and until when it holds. */
interface Row<T> {
  /** Undefined where nothing was found, which is not remembered: somebody may add it. */
  value: T;
  /** Account whose changes end it; without one, only changes of what belongs to everybody. */
  accountId?: number | undefined;
  /** Milliseconds for which it holds unless something changes; a minute where absent, and at most. */
  holdsMs?: number | undefined;
}

/**
 * Rows of the database that requests ask for again and again. What was read stays until the database tells of a change,
 * and is used only while its notices are known to arrive. Only the host's thread reads and writes it.
 */
export interface Memory {
  /** Value under a key, at once from memory, or by `load`; frozen, as others have it too. */
  get<T>(key: string, load: () => Promise<Row<T>>): T | Promise<T>;
}

/** Memory, and what its database tells it. */
export interface ToldMemory extends Memory {
  /** Forgets what an account's rows, or those of everybody, have said. */
  forget: Forget;
}

/** Longest time that anything is believed: a computer that was asleep counts no time, and clocks are set. */
const MOST_MS = 60_000;
/** Rows in memory, some 300 bytes each; a list counts as many as it has. */
const MOST_ROWS = 50_000;
/** Accounts whose last change is remembered; beyond them everything is forgotten. */
const MOST_ACCOUNTS = 10_000;

interface Entry {
  value: unknown;
  accountId: number | undefined;
  /** Number of the last notice before the value was asked for. */
  asOf: number;
  untilMs: number;
  rows: number;
}

interface Loading {
  asOf: number;
  value: Promise<unknown>;
}

/** @param isTrusted whether every change that was made some time ago, if not just now, has been told */
export function createMemory(isTrusted: () => boolean): ToldMemory {
  const entries = new RecentMap<string, Entry>(MOST_ROWS, ({ rows }) => rows);
  const loading = new Map<string, Loading>();
  /** Number of notices so far; by it is told what was asked for before which. */
  let notices = 0;
  /** Number of the last notice of each account, and of the last one that all depends on. */
  const lastOf = new Map<number, number>();
  let lastOfAll = 0;

  const holds = ({ asOf, accountId, untilMs }: Entry): boolean =>
    asOf >= lastOfAll &&
    (accountId === undefined || asOf >= (lastOf.get(accountId) ?? 0)) &&
    performance.now() < untilMs;

  const read = async <T>(key: string, load: () => Promise<Row<T>>): Promise<T> => {
    const asOf = notices;
    // Counted from before the question: it ends too early, never too late.
    const sinceMs = performance.now();
    const { value, accountId, holdsMs = MOST_MS } = await load();
    if (value === undefined) {
      entries.delete(key);
      return value;
    }
    freeze(value);
    const entry = {
      value,
      accountId,
      asOf,
      untilMs: sinceMs + Math.min(holdsMs, MOST_MS),
      rows: Array.isArray(value) ? 1 + value.length : 1,
    };
    // A change that was told meanwhile may not be in it.
    if (holds(entry)) entries.set(key, entry);
    return value;
  };

  const loaded = async <T>(key: string, load: () => Promise<Row<T>>, trusted: boolean): Promise<T> => {
    const under = loading.get(key);
    if (trusted && under?.asOf === notices) return wait(() => under.value as Promise<T>);
    const own: Loading = { asOf: notices, value: read(key, load) };
    loading.set(key, own);
    try {
      return (await own.value) as T;
    } finally {
      if (loading.get(key) === own) loading.delete(key);
    }
  };

  return {
    get<T>(key: string, load: () => Promise<Row<T>>): T | Promise<T> {
      const trusted = isTrusted();
      const entry = entries.get(key);
      return trusted && entry !== undefined && holds(entry) ? (entry.value as T) : loaded(key, load, trusted);
    },
    forget(changed) {
      notices++;
      if (changed === 'all' || lastOf.size >= MOST_ACCOUNTS) {
        lastOfAll = notices;
        lastOf.clear();
        entries.clear();
      } else {
        lastOf.set(changed, notices);
      }
    },
  };
}

/** Freezes lists and plain objects, and what is in them. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  if (!isPlain) return;
  for (const part of Object.values(value)) freeze(part);
  Object.freeze(value);
}
