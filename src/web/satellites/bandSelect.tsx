import type { BandChoice } from '../../spec.js';
import type { FrequencyBandJson } from '../../http/schemas/frequencies.js';

interface BandSelectProps {
  /** Undefined while the bands are loading. */
  bands: readonly Pick<FrequencyBandJson, 'name' | 'range_ghz'>[] | undefined;
  value: BandChoice;
  onChoose: (band: BandChoice) => void;
}

export function BandSelect({ bands = [{ name: 'all' }], value, onChoose }: BandSelectProps) {
  return (
    <div class="field">
      <label for="band">Band</label>
      <select id="band" value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value as BandChoice)}>
        {bands.map(({ name, range_ghz: range }) => (
          <option key={name} value={name}>
            {range === undefined ? 'all bands' : `${name}, ${range}`}
          </option>
        ))}
        {!bands.some(({ name }) => name === value) && <option value={value}>{value}</option>}
      </select>
    </div>
  );
}
