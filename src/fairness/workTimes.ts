import { RecentMap } from '../recentMap.js';

/** How long one account's questions take, in ms, by rank. */
export interface WorkTimes {
  /** Time of a question of that rank; of others' where the account has not asked in it yet. */
  of(rank: number): number;
  note(rank: number, ms: number): void;
}

/** Weight of the newest time. */
const SMOOTHING = 0.2;

/** Moves a time towards the newest. */
export function smoothed(before: number, ms: number): number {
  return before + SMOOTHING * (ms - before);
}

/** Accounts that are remembered. */
const MOST_ACCOUNTS = 10_000;

/** Smooths times by account, as one account's questions tell little of another's. @param usualMs where nothing is known yet */
export function createWorkTimes(usualMs: number): (account: number) => WorkTimes {
  const ofAll = new Map<number, number>();
  const known = new RecentMap<number, WorkTimes>(MOST_ACCOUNTS);

  const create = (): WorkTimes => {
    const own = new Map<number, number>();
    const of = (rank: number): number => own.get(rank) ?? ofAll.get(rank) ?? usualMs;
    return {
      of,
      note(rank, ms) {
        own.set(rank, smoothed(of(rank), ms));
        ofAll.set(rank, smoothed(ofAll.get(rank) ?? usualMs, ms));
      },
    };
  };

  return (account) => {
    const before = known.get(account);
    if (before !== undefined) return before;
    const times = create();
    known.set(account, times);
    return times;
  };
}
