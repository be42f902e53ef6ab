import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import { useMemo } from 'preact/hooks';
import type { MatchedSatellite } from '../data/matched.js';
import { countingOf, type SatelliteBands } from '../data/satellites.js';
import { pinOf } from '../data/stations.js';
import type { Track } from '../data/track.js';
import { useLoaded, valueOf, type Loaded } from '../data/useLoaded.js';
import type { BandChoice } from '../../spec.js';
import type { Place } from '../map/healpix.js';
import { type Compared, placeLabel, placeText } from '../viewState.js';
import type { Counts } from '../place/counts.js';
import { findPasses } from '../place/passes.js';
import { seenFrom } from '../place/usePlace.js';
import { loadWeek, type Week } from '../place/week.js';

/** Week beside the one that is looked at. */
export interface ComparedWeek {
  title: string;
  startMs: number;
  counts: Counts;
  passes: number;
}

interface Subject {
  title: string;
  band: BandChoice;
  place: Place;
  station: GroundStationJson | undefined;
}

interface Asked extends MatchedSatellite {
  band: BandChoice;
  compared: Compared | undefined;
  bands: SatelliteBands;
  track: Track;
  place: Place;
  station: GroundStationJson | undefined;
  stations: readonly GroundStationJson[];
}

function subjectsOf({ compared, band, bands, place, station, stations }: Asked): Subject[] {
  if (compared?.kind === 'bands') {
    const others = bands.frequency_bands.filter(({ name }) => name !== band);
    return others.map(({ name }) => ({
      title: name === 'all' ? 'All bands' : `${name} band`,
      band: name,
      place,
      station,
    }));
  }
  if (compared?.kind === 'place') {
    return [{ title: placeLabel(compared.place), band, place: compared.place, station: undefined }];
  }
  const other = stations.find(({ id }) => id === compared?.stationId);
  return other ? [{ title: other.name, band, place: pinOf(other), station: other }] : [];
}

/** Weeks that the address compares with: the same place in the other bands, or another place. */
export function useCompared(asked: Asked): {
  loaded: Loaded<Week[]>;
  weeks: readonly ComparedWeek[];
  reload: () => void;
} {
  const { satelliteId, match, window, bands, track } = asked;
  const subjects = subjectsOf(asked);
  const names = subjects.map(({ band, place }) => `${band} ${placeText(place)}`).join(' / ');
  const key = subjects.length === 0 ? undefined : `compared ${satelliteId} ${match} ${window} ${names}`;
  const { loaded, reload } = useLoaded(key, (signal) =>
    Promise.all(subjects.map(({ band, place }) => loadWeek({ satelliteId, band, match, place }, { signal, window }))),
  );
  const answers = valueOf(loaded);
  const weeks = useMemo(
    () =>
      (answers ?? []).flatMap((week, index) => {
        const subject = subjects[index];
        if (!subject) return [];
        const { title, band, place, station } = subject;
        const { counts, ...seen } = seenFrom(place, { counting: countingOf(bands, band), track, station }, week);
        const passes = findPasses({ startMs: week.startMs, counts, ...seen }).length;
        return [{ title, startMs: week.startMs, counts, passes }];
      }),
    [answers, key],
  );
  return { loaded, weeks, reload };
}
