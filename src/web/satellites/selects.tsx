import type { FrequencyBandJson } from '../../http/schemas/frequencies.js';
import type { BandChoice } from '../../spec.js';
import { ChoiceButtons } from '../components/buttons.js';
import type { FrequencyMatch } from '../data/question.js';

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

const MATCHES = [
  ['overlap', 'Frequency'],
  ['band', 'Band'],
] as const;

/** Choice of the rule by which other satellites count. */
export function MatchChoice({ value, onChoose }: { value: FrequencyMatch; onChoose: (match: FrequencyMatch) => void }) {
  return <ChoiceButtons label="Others count that share" options={MATCHES} value={value} onChoose={onChoose} />;
}
