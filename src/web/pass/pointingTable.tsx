import { useMemo, useState } from 'preact/hooks';
import { Field } from '../components/form.js';
import { type Column, DataTable } from '../components/dataTable.js';
import { Time } from '../components/time.js';
import type { Track } from '../data/track.js';
import type { ListedPass } from '../passes/listing.js';
import { zoneName } from '../time.js';
import { dopplerHz, type Pointing, pointings, readMhz } from './pointing.js';
import type { Stretch } from './stretch.js';

/** In ms: step of the table, its step for long stretches, and the length above which a stretch is long. */
const [STEP_MS, LARGE_STEP_MS, LONG_MS] = [10_000, 60_000, 7_200_000];

interface PointingTableProps {
  pass: ListedPass;
  stretch: Stretch;
  track: Track;
  /** Carrier in MHz as typed. */
  mhz: string;
  onMhz: (mhz: string) => void;
}

function columnsFor(carrierHz: number | undefined, zone: string): Column<Pointing>[] {
  const doppler = (rate: number, digits: number): string => {
    const hz = carrierHz === undefined ? Number.NaN : dopplerHz(carrierHz, rate);
    const form = { signDisplay: 'exceptZero', minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
    return Number.isNaN(hz) ? '–' : hz.toLocaleString('en', form);
  };
  const number = (key: string, head: string, title: string, text: (row: Pointing) => string) => ({
    key,
    head,
    title,
    class: 'number',
    cell: text,
  });
  return [
    { key: 'time', head: zone, isHead: true, cell: ({ ms }) => <Time ms={ms} precision="clock" /> },
    number('azimuth', 'Az.', 'Azimuth, from north over east', ({ azimuthDeg }) => `${azimuthDeg.toFixed(1)}°`),
    number('elevation', 'El.', 'Elevation above the horizon', ({ elevationDeg }) => `${elevationDeg.toFixed(1)}°`),
    number('range', 'km', 'Distance', ({ rangeKm }) => rangeKm.toFixed(1)),
    number('doppler', 'Hz', 'Doppler shift of the carrier', ({ rangeRateKmS }) => doppler(rangeRateKmS, 0)),
    number('rate', 'Hz/s', 'Change of the Doppler shift', (row) => doppler(row.rangeAccelerationKmS2, 1)),
  ];
}

/** Fold with the directions in which the antenna follows a pass, and the Doppler shift of a carrier. */
export function PointingTable({ pass, stretch, track, mhz, onMhz }: PointingTableProps) {
  const [isOpen, setOpen] = useState(false);
  const { fromMs, toMs } = stretch;
  const rows = useMemo(
    () =>
      isOpen ? pointings(track, pass.receiver.site, stretch, toMs - fromMs > LONG_MS ? LARGE_STEP_MS : STEP_MS) : [],
    [isOpen, track, pass, stretch],
  );
  const carrierHz = readMhz(mhz);
  const columns = useMemo(() => columnsFor(carrierHz, zoneName(fromMs, toMs)), [carrierHz, fromMs, toMs]);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Pointing</summary>
      {isOpen && (
        <>
          <Field
            label="Carrier in MHz, for the Doppler shift in Hz"
            inputMode="decimal"
            value={mhz}
            onValue={onMhz}
            error={carrierHz === undefined && mhz !== '' && 'Type a frequency above 0 and up to 300000 MHz'}
          />
          <div class="scroll" tabIndex={0} role="region" aria-label="Pointing of the antenna">
            <DataTable
              caption={`Pointing of the antenna, every ${toMs - fromMs > LONG_MS ? 'minute' : '10 seconds'}`}
              columns={columns}
              rows={rows}
              keyOf={({ ms }) => ms}
            />
          </div>
        </>
      )}
    </details>
  );
}
