import { useMemo, useState } from 'preact/hooks';
import { DAY_MS } from '../../spec.js';
import { Problem } from '../components/problem.js';
import { earthFixed, placeLabel } from '../data/geodetic.js';
import { lookFrom } from '../data/look.js';
import { type MatchedSatellite, skyKey } from '../data/question.js';
import type { Counting } from '../data/satellites.js';
import { pinOf } from '../data/stations.js';
import { epochAt, epochMsOf } from '../data/track.js';
import { useLoaded } from '../loading/useLoaded.js';
import { spanOf } from '../map/cells.js';
import type { HoveredPlace } from '../map/map.js';
import { isNear, MapPanel } from '../map/mapPanel.js';
import { positionAt } from '../map/satellite.js';
import type { Flown } from '../satellites/useChosen.js';
import { metAt } from '../data/encounters.js';
import { loadEncounters } from '../data/loadSky.js';
import type { Workspace } from '../workspace/useWorkspace.js';
import { inBeamOf, nearestDots, type ShownOthers } from './dots.js';
import { HoverCard } from './hoverCard.js';
import { OthersLegend, ScaleLegend } from './legends.js';
import { useCentre } from './useCentre.js';
import { useEpochCells } from './useEpochCells.js';
import { useNames } from './useNames.js';
import { useOthers } from './useOthers.js';
import { useWeekScale } from './useWeekScale.js';
import { cellText, listText, mapSentence, whenText } from './words.js';

/** Number of dots that the card beside the pointer names. */
const NAMED = 3;
/** Most satellites in the beam that are named beside the map; a wide beam holds hundreds. */
const MOST_LISTED = 8;
const NONE: ReadonlySet<string | null> = new Set();
const NOBODY: readonly never[] = [];

interface MapStageProps {
  workspace: Workspace;
  /** Bands and track of the satellite. */
  flown: Flown;
  asked: MatchedSatellite;
  counting: Counting;
}

/** Pass under way, as a list, with its encounters on the shown UTC day; undefined without any, or until they come. */
function useMet({ pass, question, timeMs }: Workspace) {
  const dayMs = Math.floor(timeMs / DAY_MS) * DAY_MS;
  const isMet = pass !== undefined && pass.encounterCount > 0 && pass.aosMs <= timeMs && timeMs < pass.losMs;
  const asked = isMet &&
    question && {
      ...question,
      withinDeg: pass.beam.deg,
      fromMs: Math.max(pass.aosMs, dayMs),
      toMs: Math.min(pass.losMs, dayMs + DAY_MS),
    };
  const key = asked ? `met ${skyKey(asked)} ${asked.withinDeg} ${asked.fromMs} ${asked.toMs}` : undefined;
  return useLoaded(key, asked && ((signal) => loadEncounters(asked, signal))).value;
}

/** Names of the dots nearest to the pointer, without co-located satellites; none until all names are known. */
function useNearest(
  hovered: HoveredPlace | undefined,
  others: ShownOthers | undefined,
  colocated: readonly string[],
): readonly string[] {
  const norads = useMemo(
    () =>
      hovered && others?.names
        ? nearestDots(others.dots, hovered, NAMED + colocated.length).map(
            (index) => others.names?.norad_numbers[index] ?? 0,
          )
        : NOBODY,
    [hovered, others],
  );
  const names = useNames(norads);
  const nearest = norads.flatMap((norad) => names.get(norad) ?? []);
  return nearest.length < norads.length ? NOBODY : nearest.filter((name) => !colocated.includes(name)).slice(0, NAMED);
}

/** Globe or flat map of the shown minute: how many others are in view in each cell of the satellite's footprint. */
export function MapStage({ workspace, flown: { track }, asked, counting }: MapStageProps) {
  const { view, change, satellite, timeMs, receivers, receiver, play } = workspace;
  const { isKnown, minElevationDeg } = counting;
  const { epochCount } = track;
  const epoch = epochAt(track, timeMs);
  const { source, cells, shownEpoch, isStale, error } = useEpochCells({
    ...asked,
    epochCount,
    epoch,
    isKnown,
    gate: play.gate,
  });
  const span = useMemo(() => cells && spanOf(cells), [cells]);
  const { scale, magnitudes } = useWeekScale(asked, cells && (span?.high ?? 0));
  const [hidden, setHidden] = useState(NONE);
  const others = useOthers({ ...asked, epochCount, epoch: shownEpoch, isWanted: cells !== undefined, hidden });
  const [hovered, setHovered] = useState<HoveredPlace>();
  const nearest = useNearest(hovered, others, workspace.pass?.colocated ?? NOBODY);

  const { name, altitude_km: altitudeKm } = satellite.satellite;
  const position = positionAt(track, shownEpoch);
  const state = useMemo(
    () => ({ name, altitudeKm, track, epochIndex: shownEpoch, minElevationDeg }),
    [name, altitudeKm, track, shownEpoch, minElevationDeg],
  );
  const shownMs = epochMsOf(track, shownEpoch);
  const passes = useMet(workspace);
  const metMs = shownEpoch === epoch ? timeMs : shownMs;
  const inBeam = useMemo(() => {
    const encounters = passes?.flatMap((pass) => pass.encounters) ?? NOBODY;
    return inBeamOf(metAt(encounters, metMs), others);
  }, [passes, metMs, others]);
  const pins = useMemo(() => {
    const shown = [...receivers, ...(receiver ? [receiver] : [])].flatMap(({ station }) => station ?? []);
    return [...new Map(shown.map((station) => [station.id, pinOf(station)])).values()];
  }, [receivers, receiver]);
  const isGlobe = view.stage === 'globe';
  const centre = useCentre(position, isGlobe, view.centre, () => change({ centre: undefined }, { replace: true }));
  const told = { name, when: whenText(shownMs, Date.now()), band: view.band, match: view.match };
  const elevationDeg =
    hovered && position ? lookFrom({ ...hovered, heightM: 0 })(earthFixed(position)).elevationDeg : Number.NaN;
  const pointed = pins.filter(({ id }) => hovered?.stationIds.includes(id));
  return (
    <>
      <div class={`picture map-frame ${isStale ? 'stale' : ''}`}>
        <MapPanel
          label={`Map of ${name}`}
          projection={isGlobe ? 'globe' : 'flat'}
          scale={scale}
          data={cells}
          satellite={state}
          others={others?.dots}
          inBeam={inBeam}
          stations={pins}
          chosen={receiver?.station?.id}
          place={receiver?.site}
          centre={view.centre ?? centre}
          home={centre}
          onPick={(place, [stationId]) =>
            change(stationId === undefined ? { place, stationId } : { stationId, place: undefined })
          }
          onHover={setHovered}
          onView={(moved) => change({ centre: centre && isNear(moved, centre) ? undefined : moved }, { replace: true })}
        />
        {hovered && (
          <HoverCard at={hovered.at}>
            <strong>{listText(pointed.map((pin) => pin.name)) || placeLabel(hovered, 1)}</strong>
            <span>{cellText(hovered.value, { elevationDeg, minElevationDeg, isKnown })}</span>
            {!Number.isNaN(elevationDeg) && (
              <span>
                {name} at elevation {elevationDeg.toFixed(0)}°
              </span>
            )}
            {nearest.length > 0 && <span>Nearest dots: {nearest.join(', ')}</span>}
          </HoverCard>
        )}
      </div>
      <div class="beside">
        {error && <Problem error={error} retry={source.retry} />}
        <p class="told">{mapSentence(told, { isPlaced: position !== undefined, isKnown }, span)}</p>
        {isKnown && <ScaleLegend scale={scale} match={view.match} magnitudes={magnitudes} value={hovered?.value} />}
        {others?.names && <OthersLegend names={others.names} hidden={hidden} onHide={setHidden} />}
        {inBeam.length > 0 && (
          <p>
            <span class="ring" aria-hidden="true" /> In your beam:{' '}
            {listText(
              inBeam.map((one) => one.name),
              MOST_LISTED,
            )}
          </p>
        )}
      </div>
    </>
  );
}
