import { useMemo } from 'preact/hooks';
import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import type { WeekJson } from '../../http/schemas/week.js';
import { elevationsDeg, type Site } from '../data/look.js';
import { skyKey, type SkyQuestion } from '../data/question.js';
import type { Counting } from '../data/satellites.js';
import type { Track } from '../data/track.js';
import { type Loaded, useLoaded } from '../loading/useLoaded.js';
import { loadWeek, type PlaceWeek, UNKNOWN, weekOf } from './week.js';

interface Asked {
  /** Undefined while no place is chosen. */
  question: SkyQuestion | undefined;
  site: Site | undefined;
  track: Track;
  counting: Counting;
  /** Station at the place, if any. */
  station: GroundStationJson | undefined;
}

/** Week at the chosen place: passes and counts from the server, elevations from the track. */
export function usePlace({ question, site, track, counting, station }: Asked): {
  loaded: Loaded<WeekJson>;
  found: PlaceWeek | undefined;
} {
  const loaded = useLoaded(
    question && `week ${skyKey(question)}`,
    question && ((signal) => loadWeek(question, signal)),
  );
  const answer = loaded.value;
  const found = useMemo(() => {
    if (!answer || !site) return undefined;
    const week = weekOf(answer, track);
    const elevations = elevationsDeg(site, track.positions);
    for (const [epoch, deg] of elevations.entries()) if (Number.isNaN(deg)) week.counts[epoch] = UNKNOWN;
    const minElevationDeg = station?.min_elevation_deg ?? counting.minElevationDeg;
    return { ...week, elevationsDeg: elevations, minElevationDeg };
  }, [answer, track, counting, site, station]);
  return { loaded, found };
}
