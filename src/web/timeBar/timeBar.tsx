import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { EPOCH_MS } from '../../spec.js';
import { ChoiceButtons } from '../components/buttons.js';
import { Select } from '../components/select.js';
import { epochMsOf } from '../data/track.js';
import { passBeside } from '../passes/passOrder.js';
import { fieldText, otherZoneText, readField, zoneName } from '../time.js';
import { SPEEDS } from '../workspace/usePlay.js';
import type { Workspace } from '../workspace/useWorkspace.js';
import { LaneRows } from './laneRows.js';
import { instantText, lanesOf, type Zoom } from './lanes.js';
import type { Stretch } from './timeScale.js';

const RATES = SPEEDS.map((speed) => [speed, `${speed} min/s`] as const);
const ZOOMS: readonly (readonly [Zoom | '', string])[] = [
  ['week', 'Week'],
  ['day', 'Day'],
  ['pass', 'Pass'],
];
const ICONS = { play: 'M4 2l10 6-10 6z', pause: 'M4 2h3v12H4zM9 2h3v12H9z' };

/** Shown instant as text; a press on it opens a field to go to another instant. */
function Instant({ workspace: { timeMs, goTo, change, play, span } }: { workspace: Workspace }) {
  const open = ({ currentTarget }: JSX.TargetedEvent<HTMLDetailsElement>) => {
    const input = currentTarget.querySelector('input');
    if (!currentTarget.open || !input) return;
    // The field keeps its own text while it is open, so that playing does not disturb typing.
    input.value = fieldText(timeMs);
    input.focus();
  };
  const close = (details: HTMLDetailsElement, isMeant: boolean) => {
    const input = details.querySelector('input');
    // `onChange` shows times in a known window. Any other goes to the address, as by a link: StateLine tells of it.
    const ms = isMeant && input && !(span && input.validity.valid) ? readField(input.value) : undefined;
    if (ms !== undefined) change({ timeMs: ms });
    details.open = false;
  };
  const press = (event: JSX.TargetedKeyboardEvent<HTMLDetailsElement>) => {
    const { key, target, currentTarget } = event;
    if (!(target instanceof HTMLInputElement) || (key !== 'Enter' && key !== 'Escape')) return;
    event.preventDefault();
    currentTarget.querySelector('summary')?.focus();
    close(currentTarget, key === 'Enter');
  };
  const leave = ({ target, relatedTarget, currentTarget }: JSX.TargetedFocusEvent<HTMLDetailsElement>) => {
    // The field stays the active element when the whole browser window loses the focus.
    const next = (relatedTarget ?? document.activeElement) as Element | null;
    if (!(target instanceof HTMLInputElement) || currentTarget.contains(next)) return;
    // If a button is pressed, the typed time is dropped: a message about it could move the button below the pointer.
    close(currentTarget, next?.matches('button:active') !== true);
  };
  return (
    <details class="time-instant" onToggle={open} onKeyDown={press} onFocusOut={leave}>
      <summary class="button" title={otherZoneText(timeMs)}>
        <span class="hidden">Go to another time than </span>
        <time dateTime={new Date(timeMs).toISOString()}>
          {instantText(timeMs)} {zoneName(timeMs)}
        </time>
        {play.waiting && <span class="hint">, loading</span>}
      </summary>
      <input
        type="datetime-local"
        step={1}
        min={span && fieldText(span.startMs)}
        max={span && fieldText(epochMsOf(span, span.epochCount - 1))}
        aria-label={`Date and time, ${zoneName()}`}
        onChange={({ currentTarget: { value, validity } }) => {
          // While a year is being typed, its first digits are outside of the window, and so not valid.
          const ms = span && validity.valid ? readField(value) : undefined;
          if (ms !== undefined) goTo(ms);
        }}
      />
    </details>
  );
}

/** Row below the stage: controls of the shown instant, and the passes of all chosen pairs over time. */
export function TimeBar({ workspace }: { workspace: Workspace }) {
  const { timeMs, goTo, play, span, listing, passes, satellites, receivers, satellite, receiver, show } = workspace;
  const [zoom, setZoom] = useState<Zoom | Stretch>('week');
  const lanes = useMemo(() => lanesOf(workspace), [listing.passes, satellites, receivers, satellite, receiver]);
  const [previous, next] = [passBeside(passes, timeMs, -1), passBeside(passes, timeMs, 1)];
  const minute = (name: string, sign: string, byMs: number, isEnd: boolean) => (
    <button type="button" aria-label={name} title={name} disabled={isEnd} onClick={() => goTo(timeMs + byMs)}>
      {sign}
    </button>
  );
  const beside = (name: string, text: string, pass: typeof next) => (
    <button
      type="button"
      aria-label={name}
      title={`${name}: ${pass ? instantText(pass.aosMs) : 'none in the window'}`}
      disabled={!pass}
      onClick={() => pass && show(pass)}
    >
      {text}
    </button>
  );
  const action = play.playing ? 'Pause' : 'Play';
  return (
    <div class="time-bar" role="group" aria-label="Time">
      <div class="time-controls">
        <button type="button" class="primary" aria-label={action} title={`${action} (Space)`} onClick={play.toggle}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d={play.playing ? ICONS.pause : ICONS.play} />
          </svg>
        </button>
        <Select label="Minutes per second" isBare options={RATES} value={play.speed} onChoose={play.setSpeed} />
        {minute('One minute back', '‹', -EPOCH_MS, !span || timeMs <= span.startMs)}
        {minute('One minute forward', '›', EPOCH_MS, !span || timeMs >= epochMsOf(span, span.epochCount - 1))}
        {beside('Previous pass', '«', previous)}
        {beside('Next pass', '»', next)}
        <button type="button" onClick={() => goTo(Math.floor(Date.now() / 1000) * 1000)}>
          Now
        </button>
        <Instant workspace={workspace} />
        <ChoiceButtons
          label="Shown time"
          options={ZOOMS}
          value={typeof zoom === 'string' ? zoom : ''}
          onChoose={(chosen) => chosen !== '' && setZoom(chosen)}
        />
      </div>
      {span ? (
        <LaneRows
          workspace={workspace}
          span={span}
          lanes={lanes}
          zoom={zoom}
          onZoom={setZoom}
          onPass={(direction) => {
            const pass = direction === 1 ? next : previous;
            if (pass) show(pass, undefined, { replace: true });
          }}
        />
      ) : (
        <>
          <p class="lane-told" />
          <div class="lanes" />
        </>
      )}
    </div>
  );
}
