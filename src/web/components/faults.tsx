import type { AddressFault } from '../addressFaults.js';

/** What an address names that cannot be: it says so, and is left as it is. */
export function Faults({ faults }: { faults: readonly AddressFault[] }) {
  if (faults.length === 0) return null;
  return (
    <div class="problem" role="alert">
      <p>
        <strong>This address has a part that cannot be read.</strong>{' '}
        {faults.map(({ name, value, rule }) => `${name} is “${value}”; it must be ${rule}.`).join(' ')}
      </p>
    </div>
  );
}
