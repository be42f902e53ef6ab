import { useCallback, useMemo, useState } from 'preact/hooks';

/** Passes that are ticked, by their rise. */
export interface Picks {
  picked: ReadonlySet<number>;
  onPick: (aosMs: number, isPicked: boolean) => void;
}

/** Passes that somebody ticks; none at first. */
export function usePicks(): Picks {
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const onPick = useCallback(
    (aosMs: number, isPicked: boolean) =>
      setPicked((before) => new Set(isPicked ? [...before, aosMs] : [...before].filter((one) => one !== aosMs))),
    [],
  );
  return useMemo(() => ({ picked, onPick }), [picked, onPick]);
}
