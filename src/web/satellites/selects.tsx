import type { FrequencyBandJson } from '../../http/schemas/frequencies.js';
import type { BandChoice } from '../../spec.js';
import { Select } from '../components/select.js';
import type { FrequencyMatch } from '../data/question.js';

interface BandSelectProps {
  /** Undefined while the bands are loading. */
  bands: readonly Pick<FrequencyBandJson, 'name' | 'range_ghz'>[] | undefined;
  value: BandChoice;
  onChoose: (band: BandChoice) => void;
}

export function BandSelect({ bands = [{ name: 'all' }], value, onChoose }: BandSelectProps) {
  const known = bands.map(({ name, range_ghz: range }) => {
    return [name, range === undefined ? 'all bands' : `${name}, ${range}`] as const;
  });
  const options = known.some(([name]) => name === value) ? known : [...known, [value, value] as const];
  return <Select label="Band" isBare options={options} value={value} onChoose={onChoose} />;
}

const MATCHES = [
  ['overlap', 'same frequencies'],
  ['band', 'same band'],
] as const;

/** Choice of the rule by which other satellites count. */
export function MatchChoice({ value, onChoose }: { value: FrequencyMatch; onChoose: (match: FrequencyMatch) => void }) {
  return <Select label="Others count that use the" isBare options={MATCHES} value={value} onChoose={onChoose} />;
}
