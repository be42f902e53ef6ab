/** Accounts that ask at present, in whichever of several pools: who is alone may have more. */
export interface Company {
  enter(account: number): void;
  leave(account: number): void;
  readonly size: number;
}

export function createCompany(): Company {
  /** In how many pools an account is. */
  const present = new Map<number, number>();
  return {
    enter: (account) => void present.set(account, (present.get(account) ?? 0) + 1),
    leave(account) {
      const left = (present.get(account) ?? 0) - 1;
      if (left > 0) present.set(account, left);
      else present.delete(account);
    },
    get size() {
      return present.size;
    },
  };
}
