import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { TrackedSatelliteJson } from '../../http/schemas/satellites.js';
import { DAY_MS } from '../../spec.js';
import { CopyButton } from '../components/buttons.js';
import { Link } from '../components/link.js';
import { Popover } from '../components/popover.js';
import { Problem, Waiting } from '../components/problem.js';
import { colocatedText } from '../data/interferer.js';
import { useNow } from '../loading/useNow.js';
import { calendarText } from '../pass/calendar.js';
import { saveFile } from '../pass/saveFile.js';
import { passesCsv } from '../pass/tables.js';
import { listText, SHARED } from '../stage/words.js';
import { zoneName, zoneOffsetMs } from '../time.js';
import type { Workspace } from '../workspace/useWorkspace.js';
import type { ListedPass } from './listing.js';
import { conflictsOf, filtered, groupsOf, ordered, planOf, spanOf } from './passOrder.js';
import { PassRow } from './passRow.js';
import { PassTools } from './passTools.js';
import { StationHead } from './stationHead.js';

/** Number of passes of each receiver that are listed at first, if there are several receivers. */
const FIRST = 3;
/** Number of passes listed at first for a single receiver, and added by each press of the button for more. */
const MORE = 20;
const MINUTE_MS = 60_000;
/** Style of the list while passes come: it keeps the notes below out of sight, so that nobody sees them move. */
const LOADING = { minHeight: '100vh', alignContent: 'start' };

/** Passes that are listed, in their order, and the conflicts among them. */
function useListed({ view, listing, span: window }: Workspace, nowMs: number) {
  const { span, order, leastElevationDeg, leastClearSeconds, isPlan } = view;
  const startMs = window?.startMs ?? 0;
  return useMemo(() => {
    // If `nowMs` is outside the window, the list begins with the window; until that is known, with `nowMs`.
    const endMs = window ? startMs + window.epochCount * MINUTE_MS : Number.POSITIVE_INFINITY;
    const fromMs = nowMs >= startMs && nowMs < endMs ? nowMs : startMs;
    const within = spanOf(span, fromMs, zoneOffsetMs(fromMs));
    const meant = filtered(listing.passes, { leastElevationDeg, leastClearSeconds }, within);
    const listed = isPlan ? planOf(meant) : meant;
    return { listed: ordered(listed, order), conflicts: conflictsOf(listed) };
  }, [listing.passes, span, order, leastElevationDeg, leastClearSeconds, isPlan, nowMs, startMs]);
}

interface GroupProps {
  group: readonly ListedPass[];
  workspace: Workspace;
  nowMs: number;
  conflicts: ReadonlyMap<string, readonly ListedPass[]>;
  isOnly: boolean;
  /** Whether all passes are listed, as they are on paper. */
  isWhole: boolean;
  onShow: (pass: ListedPass) => void;
}

/** Passes over one receiver, under its name. */
function Group({ group, workspace, nowMs, conflicts, isOnly, isWhole, onShow }: GroupProps) {
  const { listing, pass: shown, satellites, span } = workspace;
  const [most, setMost] = useState(isOnly ? MORE : FIRST);
  const [first] = group;
  const key = first?.receiver.key;
  const all = useMemo(() => listing.passes.filter(({ receiver }) => receiver.key === key), [listing.passes, key]);
  if (!first) return null;
  const namesOf = (others: readonly ListedPass[] | undefined) =>
    others && [...new Set(others.map(({ tracked }) => tracked.satellite.name))].join(', ');
  const at = group.findIndex((pass) => pass.key === shown?.key);
  const count = isWhole ? group.length : Math.max(most, at + 1);
  const showMore = ({ currentTarget }: JSX.TargetedMouseEvent<HTMLButtonElement>) => {
    const last = currentTarget.previousElementSibling?.lastElementChild;
    setMost(count + MORE);
    // The first added row gets the focus, because the button moves below all of them.
    requestAnimationFrame(() => last?.nextElementSibling?.querySelector('button')?.focus({ preventScroll: true }));
  };
  const told = `${group.length} ${group.length === 1 ? 'pass' : 'passes'}`;
  return (
    <div role="group" aria-label={first.receiver.name}>
      <StationHead receiver={first.receiver} passes={all} startMs={span?.startMs ?? 0} told={told} />
      <ol class="pass-rows">
        {group.slice(0, count).map((pass) => (
          <PassRow
            key={pass.key}
            pass={pass}
            // A printed row names its satellite and its day: paper is read on another day, and without the bar.
            hasName={isWhole || satellites.length > 1}
            nowMs={isWhole ? 0 : nowMs}
            isShown={pass.key === shown?.key}
            conflicts={namesOf(conflicts.get(pass.key))}
            onShow={onShow}
          />
        ))}
      </ol>
      {group.length > count && (
        <button type="button" class="link more" onClick={showMore}>
          {group.length - count} more over {first.receiver.name}
        </button>
      )}
    </div>
  );
}

interface DownloadProps {
  passes: readonly ListedPass[];
  satellites: readonly TrackedSatelliteJson[];
  onPrint: () => void;
}

/** Buttons that save the listed passes: as a calendar, as CSV, or on paper. */
function DownloadButton({ passes, satellites, onPrint }: DownloadProps) {
  const words = ['passes', ...satellites.map(({ satellite }) => satellite.name)];
  const calendar = () => saveFile(words, 'ics', calendarText(passes, Date.now()));
  const csv = () => saveFile(words, 'csv', passesCsv(passes));
  const choices = [
    ['List as calendar', calendar],
    ['List as CSV', csv],
    ['Print the list', onPrint],
  ] as const;
  return (
    <Popover label="Take the list away" class="menu" summary="Export">
      {choices.map(([text, take]) => (
        <button key={text} type="button" disabled={passes.length === 0} onClick={take}>
          {text}
        </button>
      ))}
    </Popover>
  );
}

/** Passes of the chosen satellites over the chosen receivers, grouped by receiver. */
export function PassesPanel({ workspace, onShow }: { workspace: Workspace; onShow: (pass: ListedPass) => void }) {
  const { view, change, listing, receivers, stations, satellites, link } = workspace;
  const nowMs = useNow();
  const { listed, conflicts } = useListed(workspace, nowMs);
  const groups = useMemo(() => groupsOf(listed), [listed]);
  const colocated = [...new Set(listing.passes.flatMap((pass) => pass.colocated))];
  const isUnknown = listing.passes.length > 0 && listing.passes.every(({ isDownlinkKnown }) => !isDownlinkKnown);
  const { done, error, reload } = listing;
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    if (!isPrinted) return;
    print();
    setPrinted(false);
  }, [isPrinted]);
  const isEmpty = receivers.length === 0;
  const without = receivers.flatMap(({ key, name }) =>
    groups.some(([first]) => first?.receiver.key === key) ? [] : name,
  );
  return (
    <section class="passes" aria-label="Passes">
      <div class="split">
        <h2>Passes</h2>
        <CopyButton text={() => `${location.origin}/${link()}`} label="Copy link" />
        <DownloadButton passes={listed} satellites={satellites} onPrint={() => setPrinted(true)} />
      </div>
      <PassTools view={view} change={change} />
      <p class="hint small">
        Times in {zoneName(nowMs, nowMs + 7 * DAY_MS)}. Clear: nobody else {SHARED[view.match]} in your beam. Encounter:
        somebody is.
      </p>
      {isEmpty && (
        <p class="empty">
          {stations.length === 0 ? 'No stations yet.' : 'No active station.'} <Link href="/stations">Add one</Link>, or
          enter a place above.
        </p>
      )}
      {error && <Problem error={error} retry={reload} />}
      {isUnknown && (
        <p class="note">No downlink of this satellite is known in the band: nobody can be told to interfere.</p>
      )}
      <div class="pass-groups" style={done ? undefined : LOADING}>
        {groups.map((group) => (
          <Group
            key={`${group[0]?.receiver.key} ${view.span}`}
            group={group}
            workspace={workspace}
            nowMs={nowMs}
            conflicts={conflicts}
            isOnly={receivers.length === 1}
            isWhole={isPrinted}
            onShow={onShow}
          />
        ))}
        {!isEmpty && !done && <Waiting for="the passes" />}
        {done && !error && !isEmpty && listed.length === 0 && (
          <p class="empty">
            {listing.passes.length > 0
              ? 'No pass in this time meets the conditions. Widen them above.'
              : 'No pass in the whole week: it does not rise above the minimum elevation here.'}
          </p>
        )}
        {done && !error && listed.length > 0 && without.length > 0 && (
          <p class="hint small">No such pass over {listText(without, 5)}.</p>
        )}
      </div>
      {done && colocated.length > 0 && (
        <p class="hint small" title={colocated.join(', ')}>
          {colocatedText(colocated)}
        </p>
      )}
      {done && (
        <p class="hint small">
          Element sets age: after a day two satellites in three are within 1.4 km along the track, of Starlink within 5
          km (0.7 s).
        </p>
      )}
    </section>
  );
}
