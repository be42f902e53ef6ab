import { Select } from '../components/select.js';
import type { ChangeView, ViewState } from '../viewState.js';

const SPANS = [
  ['day', 'next 24 hours'],
  ['night', 'tonight, 18–06 h'],
  ['week', 'whole week'],
] as const;
const ORDERS = [
  ['next', 'next first'],
  ['clear', 'longest clear first'],
] as const;
const ELEVATIONS = [0, 10, 20, 30, 45, 60].map((deg) => [deg, deg === 0 ? 'any elevation' : `above ${deg}°`] as const);
const CLEAR = [0, 60, 120, 300, 600].map((s) => [s, s === 0 ? 'clear or not' : `clear for ${s / 60} min`] as const);

/** Options, with the value of the address added if it is not among them. */
function withValue(options: readonly (readonly [number, string])[], value: number, unit: string) {
  return options.some(([one]) => one === value) ? options : [...options, [value, `${value}${unit}`] as const];
}

/** Choices of the listed passes and their order. */
export function PassTools({ view, change }: { view: ViewState; change: ChangeView }) {
  const replace = { replace: true };
  const choice = <K extends keyof ViewState>(
    label: string,
    field: K,
    options: readonly (readonly [ViewState[K], string])[],
  ) => (
    <Select
      label={label}
      isBare
      options={options}
      value={view[field]}
      onChoose={(value) => change({ [field]: value }, replace)}
    />
  );
  const { leastElevationDeg, leastClearSeconds } = view;
  return (
    <div class="pass-tools">
      {choice('Time', 'span', SPANS)}
      {choice('Order', 'order', ORDERS)}
      {choice('Highest elevation', 'leastElevationDeg', withValue(ELEVATIONS, leastElevationDeg, '°'))}
      {choice('Clear stretch', 'leastClearSeconds', withValue(CLEAR, leastClearSeconds, ' s'))}
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
