import { Select } from '../components/select.js';
import type { ChangeView, ViewState } from '../viewState.js';

const SPANS = [
  ['day', 'next 24 hours'],
  ['night', 'tonight'],
  ['week', 'whole week'],
] as const;
const ORDERS = [
  ['next', 'next first'],
  ['clear', 'longest clear first'],
] as const;
const ELEVATIONS = [0, 10, 20, 30, 45, 60].map((deg) => [deg, deg === 0 ? 'any elevation' : `above ${deg}°`] as const);
const CLEAR = [0, 60, 120, 300, 600].map((s) => [s, s === 0 ? 'clear or not' : `clear for ${s / 60} min`] as const);

/** Options with a value of the address that is not among them. */
function withValue(options: readonly (readonly [number, string])[], value: number, unit: string) {
  return options.some(([one]) => one === value) ? options : [...options, [value, `${value}${unit}`] as const];
}

/** Choices of the listed passes and their order. */
export function PassTools({ view, change }: { view: ViewState; change: ChangeView }) {
  const replace = { replace: true };
  return (
    <div class="pass-tools">
      <Select label="Time" isBare options={SPANS} value={view.span} onChoose={(span) => change({ span }, replace)} />
      <Select
        label="Order"
        isBare
        options={ORDERS}
        value={view.order}
        onChoose={(order) => change({ order }, replace)}
      />
      <Select
        label="Highest elevation"
        isBare
        options={withValue(ELEVATIONS, view.leastElevationDeg, '°')}
        value={view.leastElevationDeg}
        onChoose={(leastElevationDeg) => change({ leastElevationDeg }, replace)}
      />
      <Select
        label="Clear stretch"
        isBare
        options={withValue(CLEAR, view.leastClearSeconds, ' s')}
        value={view.leastClearSeconds}
        onChoose={(leastClearSeconds) => change({ leastClearSeconds }, replace)}
      />
      <label
        class="check"
        title="Of passes that overlap in time at a station, only those with the longest clear time in all"
      >
        <input
          type="checkbox"
          checked={view.isPlan}
          onChange={({ currentTarget }) => change({ isPlan: currentTarget.checked }, replace)}
        />
        Plan for one antenna
      </label>
    </div>
  );
}
