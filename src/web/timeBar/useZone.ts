import { useEffect, useState } from 'preact/hooks';
import type { Place } from '../map/healpix.js';
import { localZone, UTC, type Zone, type ZoneChoice, zoneOf } from './zone.js';

const KEY = 'sidelobe.zone';

function readChoice(): ZoneChoice {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'local' || stored === 'place' ? stored : 'utc';
  } catch {
    return 'utc';
  }
}

function keepChoice(choice: ZoneChoice): void {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // Storage is off: it lasts as long as the page.
  }
}

/** Time zone that was chosen last, and how to choose another; that of the place is UTC while there is none. */
export function useZone(place: Place | undefined): {
  zone: Zone;
  choice: ZoneChoice;
  choose: (choice: ZoneChoice) => void;
} {
  const [choice, setChoice] = useState(readChoice);
  const [found, setFound] = useState<Zone>();
  useEffect(() => {
    if (choice !== 'place' || !place) return undefined;
    let isWanted = true;
    zoneOf(place).then(
      (zone) => isWanted && setFound(zone),
      // Without the data, UTC stays.
      () => undefined,
    );
    return () => {
      isWanted = false;
      setFound(undefined);
    };
  }, [choice, place?.latDeg, place?.lonDeg]);
  const choose = (next: ZoneChoice) => {
    keepChoice(next);
    setChoice(next);
  };
  const zone = choice === 'local' ? localZone() : choice === 'place' ? (found ?? UTC) : UTC;
  return { zone, choice, choose };
}
