import { useCallback, useMemo, useRef } from 'preact/hooks';
import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import type { TrackedSatelliteJson } from '../../http/schemas/satellites.js';
import { type MatchedSatellite, type SkyQuestion, skyKey } from '../data/question.js';
import { receiverAt, receiverOf, type Receiver } from '../data/receiver.js';
import { type Counting, countingOf } from '../data/satellites.js';
import type { Track } from '../data/track.js';
import { useLoaded } from '../loading/useLoaded.js';
import { useStations } from '../loading/useStations.js';
import { type ListedPass, listingKey, type ListingQuestion, loadListing } from '../passes/listing.js';
import { ordered, passAt } from '../passes/passOrder.js';
import { navigate } from '../route.js';
import { type Flown, useChosen } from '../satellites/useChosen.js';
import { type ChangeView, readView, type ViewState, writeView } from '../viewState.js';
import { type Clock, useClock } from './useClock.js';
import { type Play, usePlay } from './usePlay.js';

/** Selection of the user and the data that follows from it, which all parts of the workspace share. */
export interface Workspace extends Clock {
  view: ViewState;
  change: ChangeView;
  /** All satellites that the account tracks. */
  tracked: readonly TrackedSatelliteJson[];
  /** Satellites whose passes are listed. */
  satellites: readonly TrackedSatelliteJson[];
  /** Satellite that stage and pass panel show. */
  satellite: TrackedSatelliteJson;
  /** Bands, provenance and track of `satellite`; undefined until they have come. */
  flown: Flown | undefined;
  /** Last track that has come, for its window; undefined before. It stays while another satellite's track loads. */
  span: Track | undefined;
  counting: Counting | undefined;
  /** All stations of the account. */
  stations: readonly GroundStationJson[];
  /** Receivers whose passes are listed. */
  receivers: readonly Receiver[];
  /** Receiver that stage and pass panel show; undefined if there is none to show. */
  receiver: Receiver | undefined;
  listing: ReturnType<typeof useListing>;
  /** Passes of `satellite` over `receiver`, by time. */
  passes: readonly ListedPass[];
  /** The one of `passes` that contains the shown instant, else the next one, else the last; undefined without any. */
  pass: ListedPass | undefined;
  /** Question about `satellite`, for maps; undefined until its bands and track have come. */
  asked: MatchedSatellite | undefined;
  /** Question about the sky over `receiver`; undefined without `asked` or `receiver`. */
  question: SkyQuestion | undefined;
  /**
   * Shows a pass: its satellite, its receiver and an instant, by default now if it is under way, else its highest
   * point. The back button leads back from there, unless `how` replaces the address.
   */
  show: (pass: ListedPass, ms?: number, how?: { replace: boolean }) => void;
  play: Play;
  /** Returns the query of an address that shows others the same: satellite, receiver and instant. */
  link: () => string;
}

const NO_STATIONS: readonly GroundStationJson[] = [];
const NO_PASSES: readonly ListedPass[] = [];

const wholeSecond = (ms: number): number => Math.floor(ms / 1000) * 1000;

/** Loads the selection in the address; `workspace` is undefined until its satellite is found among the tracked ones. */
export function useWorkspace(query: URLSearchParams) {
  const view = readView(query);
  const change: ChangeView = useCallback((changes, how) => {
    const current = readView(new URLSearchParams(location.search));
    navigate(`/${writeView({ ...current, ...changes })}`, how);
  }, []);
  const {
    list,
    chosen,
    flown,
    window: firstWindow,
    error,
    reload,
  } = useChosen(view.satelliteId, (satelliteId) => {
    if (!query.has('satellite')) change({ satelliteId, satelliteIds: [satelliteId] }, { replace: true });
  });
  const { value: stations, error: noStations, reload: reloadStations } = useStations();
  const held = useRef<Track>();
  const span = (held.current = flown?.track ?? held.current);
  const clock = useClock(span, view.timeMs, (timeMs) => change({ timeMs }, { replace: true }));
  const play = usePlay(span, clock.timeMs, clock.goTo);
  const tracked = list.value;
  const satellites = useMemo(
    () => tracked?.filter(({ id }) => view.satelliteIds.includes(id)) ?? [],
    [tracked, view.satelliteIds.join()],
  );
  const receivers = useReceivers(stations ?? NO_STATIONS, view);
  const listing = useListing(view, span?.window ?? firstWindow, satellites, receivers);
  const receiver = useMemo(() => {
    if (view.place) return receivers[0];
    const named = stations?.find(({ id }) => id === view.stationId);
    if (named) return receivers.find(({ station }) => station?.id === named.id) ?? receiverOf(named);
    const own = listing.passes.filter((one) => one.tracked.id === chosen?.id);
    return passAt(ordered(own, 'next'), clock.timeMs)?.receiver ?? receivers[0];
  }, [receivers, stations, view.stationId, view.place, listing.passes, chosen, listing.done]);
  const passes = useMemo(
    () => listing.passes.filter((one) => one.tracked.id === chosen?.id && one.receiver.key === receiver?.key),
    [listing.passes, chosen, receiver],
  );
  const pass = passAt(passes, clock.timeMs);
  const { band, match } = view;
  const window = flown?.track.window;
  const asked = useMemo(
    () => (chosen && window !== undefined ? { satelliteId: chosen.id, band, match, window } : undefined),
    [chosen?.id, band, match, window],
  );
  const place = receiver?.site;
  const wanted = asked && place ? { ...asked, place, stationId: receiver?.station?.id } : undefined;
  const question = useMemo(() => wanted, [wanted && skyKey(wanted), receiver?.version]);
  const counting = useMemo(() => flown && countingOf(flown.bands, band), [flown, band]);
  const { goTo } = clock;
  const show = useCallback(
    (shown: ListedPass, ms?: number, how?: { replace: boolean }) => {
      const { receiver: over, aosMs, losMs, maxElevationMs } = shown;
      const nowMs = Date.now();
      const timeMs = ms ?? wholeSecond(aosMs <= nowMs && nowMs < losMs ? nowMs : maxElevationMs);
      const at = over.station && { stationId: over.station.id, place: undefined };
      change({ satelliteId: shown.tracked.id, ...at, timeMs }, how);
      goTo(timeMs);
    },
    [change, goTo],
  );
  const workspace: Workspace | undefined = chosen &&
    tracked && {
      ...clock,
      view,
      change,
      tracked,
      satellites: satellites.length > 0 ? satellites : [chosen],
      satellite: chosen,
      flown,
      span,
      counting,
      stations: stations ?? NO_STATIONS,
      receivers,
      receiver,
      listing,
      passes,
      pass,
      asked,
      question,
      show,
      play,
      link: () =>
        writeView({ ...view, satelliteId: chosen.id, stationId: receiver?.station?.id, timeMs: clock.timeMs }),
    };
  /** Whether the stations have come, or failed to. */
  const hasStations = stations !== undefined || noStations !== undefined;
  return { list, error, reload, hasStations, reloadStations, workspace };
}

/** Receivers that the view selects: a place, named stations, or all active ones. */
function useReceivers(stations: readonly GroundStationJson[], { place, stationIds }: ViewState): readonly Receiver[] {
  return useMemo(() => {
    if (place) return [receiverAt(place)];
    const isListed = ({ id, active }: GroundStationJson) =>
      stationIds.length === 0 ? active : stationIds.includes(id);
    return stations.filter(isListed).map(receiverOf);
  }, [stations, stationIds.join(), place?.latDeg, place?.lonDeg]);
}

/** Passes of the chosen satellites over the chosen receivers, as they arrive; `done` once all have come or failed. */
function useListing(
  { band, match, beamDeg }: ViewState,
  window: string | undefined,
  satellites: readonly TrackedSatelliteJson[],
  receivers: readonly Receiver[],
) {
  const isAsked = window !== undefined && satellites.length > 0 && receivers.length > 0;
  const question: ListingQuestion | undefined = isAsked
    ? { window, band, match, beamDeg, receivers, satellites }
    : undefined;
  const key = question && listingKey(question);
  const { value, isLoading, error, reload } = useLoaded<readonly ListedPass[]>(
    key,
    question && ((signal, show) => loadListing(question, show, signal)),
  );
  return { passes: value ?? NO_PASSES, done: key !== undefined && !isLoading, error, reload };
}
