import type { AddressFault } from '../addressFaults.js';

interface FaultsProps {
  faults: readonly AddressFault[];
  /** Station of the address that the account does not have. */
  unknownStation?: number | undefined;
}

/** What an address names that cannot be: it says so, and is left as it is. */
export function Faults({ faults, unknownStation }: FaultsProps) {
  return (
    <>
      {faults.length > 0 && (
        <div class="problem" role="alert">
          <p>
            <strong>This address has a part that cannot be read.</strong>{' '}
            {faults.map(({ name, value, rule }) => `${name} is “${value}”; it must be ${rule}.`).join(' ')}
          </p>
        </div>
      )}
      {unknownStation !== undefined && (
        <p class="problem" role="alert">
          This account has no station {unknownStation}: it may have been deleted. Choose another one, or a place.
        </p>
      )}
    </>
  );
}
