import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import type { Place } from '../data/geodetic.js';
import type { Site } from '../data/look.js';
import type { SkyQuestion } from '../data/question.js';
import { epochAt, epochMsOf, type Track } from '../data/track.js';
import type { ViewState } from '../viewState.js';

/** Pause before the address follows: browsers refuse more than some 100 changes in half a minute. */
const SETTLED_MS = 300;

/**
 * Epoch that is shown. It follows the address, and the address follows it once it settles.
 *
 * @param onTime receives the time for the address, and whether it is the one that was shown first
 */
export function useEpoch(
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

interface Asked {
  satelliteId: number;
  view: Pick<ViewState, 'band' | 'match'>;
  /** Called whenever an instant is chosen. */
  onLook?: () => void;
  place: Place | undefined;
  /** Station at the place, where it is one. */
  station: GroundStationJson | undefined;
  track: Track;
  epoch: number;
  goTo: (ms: number) => void;
}

interface Looked {
  /** Question about the sky over the place; undefined without one. */
  question: SkyQuestion | undefined;
  site: Site | undefined;
  /** Instant of the sky: the shown minute, or one within it that was pointed at. */
  skyMs: number;
  /** Goes to an instant, such as that of an encounter, which lasts seconds. */
  onInstant: (ms: number) => void;
}

/** Returns the question about the sky over the chosen place, and its instant. */
export function useLook(asked: Asked): Looked {
  const { satelliteId, view, onLook, place, station, track, epoch, goTo } = asked;
  const { band, match } = view;
  const at = [place?.latDeg, place?.lonDeg, station?.id, station?.elevation_meters];
  const question = useMemo(
    () => place && { satelliteId, window: track.window, band, match, place, stationId: station?.id },
    [satelliteId, track.window, band, match, ...at],
  );
  const site = useMemo(() => place && { ...place, heightM: station?.elevation_meters ?? 0 }, at);
  const [instant, setInstant] = useState<number>();
  const onInstant = useCallback(
    (ms: number) => {
      setInstant(ms);
      goTo(ms);
      onLook?.();
    },
    [goTo, onLook],
  );
  const isIn = instant !== undefined && epochAt(track, instant) === epoch;
  return { question, site, skyMs: isIn ? instant : epochMsOf(track, epoch), onInstant };
}
