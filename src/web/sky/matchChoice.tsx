import { ChoiceButtons } from '../components/choice.js';
import type { FrequencyMatch } from './question.js';

const MATCHES = [
  ['overlap', 'Same frequency'],
  ['band', 'Same band'],
] as const;

/** Choice of who counts as an interferer. */
export function MatchChoice({ value, onChoose }: { value: FrequencyMatch; onChoose: (match: FrequencyMatch) => void }) {
  return <ChoiceButtons label="Which satellites count" options={MATCHES} value={value} onChoose={onChoose} />;
}
