import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import type { TrackedSatelliteJson } from '../../http/schemas/satellites.js';
import type { Place } from '../data/geodetic.js';
import { matchedKey, type MatchedSatellite, type SkyQuestion } from '../data/question.js';
import type { Counting } from '../data/satellites.js';
import { epochAt, epochMsOf, type Track } from '../data/track.js';
import { usePlace } from '../place/usePlace.js';
import { useEncounters } from '../sky/useSky.js';
import type { ChangeView, ViewState } from '../viewState.js';

/**
 * Pause in ms before the shown epoch is written to the address: browsers refuse more than some 100 changes in half a
 * minute.
 */
const SETTLED_MS = 300;

/**
 * Shown epoch. A new time in the address changes it; once it has not changed for a while, it is written to the address.
 *
 * @param onTime called with the time for the address, and whether the epoch is still the one that was shown first
 */
function useEpoch(
  track: Track,
  addressMs: number | undefined,
  onTime: (ms: number, isFirst: boolean) => void,
): { epoch: number; setEpoch: (epoch: number) => void; goTo: (ms: number) => void } {
  const [epoch, setEpoch] = useState(() => epochAt(track, addressMs ?? Date.now()));
  const written = useRef(addressMs);
  const first = useRef(epoch);
  useEffect(() => {
    if (addressMs === undefined || addressMs === written.current) return;
    written.current = addressMs;
    setEpoch(epochAt(track, addressMs));
  }, [addressMs, track]);
  useEffect(() => {
    const timer = setTimeout(() => {
      written.current = epochMsOf(track, epoch);
      onTime(written.current, epoch === first.current);
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [epoch, track]);
  const goTo = useCallback((ms: number) => setEpoch(epochAt(track, ms)), [track]);
  return { epoch, setEpoch, goTo };
}

export interface MomentProps {
  view: ViewState;
  change: ChangeView;
  chosen: TrackedSatelliteJson;
  counting: Counting;
  track: Track;
  place: Place | undefined;
  /** Station at the place, if any. */
  station: GroundStationJson | undefined;
  /** Whether the address names a station that is unknown, or not loaded yet. */
  isFaulty: boolean;
  /** Called with the minute that is shown. */
  onNow: (now: { epoch: number; timeMs: number }) => void;
}

/**
 * Shown minute of a satellite, and at the chosen place its week, its encounters and the question about its sky.
 *
 * @param onLook called whenever an instant is chosen
 */
export function useMoment(props: MomentProps, onLook?: () => void) {
  const { view, change, chosen, counting, track, place, station, isFaulty, onNow } = props;
  const { epoch, setEpoch, goTo } = useEpoch(track, view.timeMs, (timeMs, isFirst) => {
    // An address with an unknown station stays as it is until the user moves to another minute.
    if (!(isFirst && isFaulty)) change({ timeMs }, { replace: true });
  });
  const timeMs = epochMsOf(track, epoch);
  useEffect(() => onNow({ epoch, timeMs }), [epoch, timeMs]);
  const { band, match } = view;
  const asked: MatchedSatellite = { satelliteId: chosen.id, band, match, window: track.window };
  const at = [place?.latDeg, place?.lonDeg, station?.id, station?.elevation_meters];
  const question = useMemo((): SkyQuestion | undefined => {
    return place && { ...asked, place, stationId: station?.id };
  }, [matchedKey(asked), ...at]);
  const site = useMemo(() => place && { ...place, heightM: station?.elevation_meters ?? 0 }, at);
  const [instant, setInstant] = useState<number>();
  /** Goes to an instant, for example that of an encounter, which lasts seconds. */
  const onInstant = useCallback(
    (ms: number) => {
      setInstant(ms);
      goTo(ms);
      onLook?.();
    },
    [goTo, onLook],
  );
  const encounters = useEncounters(question, view.beamDeg);
  const isIn = instant !== undefined && epochAt(track, instant) === epoch;
  return {
    epoch,
    setEpoch,
    goTo,
    timeMs,
    /** Whether the address names a minute that the window does not have. */
    isOutside: view.timeMs !== undefined && epochMsOf(track, epochAt(track, view.timeMs)) !== view.timeMs,
    asked,
    question,
    site,
    /** Instant whose sky is shown: the shown minute, or an instant within it that the user chose. */
    skyMs: isIn ? instant : timeMs,
    onInstant,
    week: usePlace({ question, site, track, counting, station }),
    encounters,
    /**
     * Encounters; undefined if no downlink is known, because then an empty list does not mean that nobody interferes.
     */
    met: encounters.value?.isDownlinkKnown ? encounters.value : undefined,
  };
}
