import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import type { TrackedSatelliteJson } from '../../http/schemas/satellites.js';
import { MAX_FREQUENCY_HZ, SEPARATION_DEG } from '../../spec.js';
import { Field } from '../components/form.js';
import { Select } from '../components/select.js';
import { placeText } from '../data/geodetic.js';
import { COORDINATES_HINT, readCoordinates } from '../data/readCoordinates.js';
import { navigate } from '../route.js';
import { SatelliteChooser } from '../satellites/satelliteChooser.js';
import { fieldText, zoneName } from '../time.js';
import { LENGTHS, type Ticket, ticketOf, ticketPath } from './ticket.js';

const MINUTE_MS = 60_000;
const MHZ = { type: 'number', step: 'any', min: 1e-6, max: MAX_FREQUENCY_HZ / 1e6 };
const BEAM = { type: 'number', step: 'any', min: SEPARATION_DEG.low, max: SEPARATION_DEG.high };
const MINUTES = LENGTHS.map((minutes) => [minutes, `${minutes} min around it`] as const);

function checkPlace({ currentTarget: input }: JSX.TargetedEvent<HTMLInputElement>): void {
  input.setCustomValidity(readCoordinates(input.value) ? '' : COORDINATES_HINT);
}

/** Makes the carrier a required field if a width is entered, which says nothing without it. */
function needCarrier({ currentTarget: width }: JSX.TargetedEvent<HTMLInputElement>): void {
  const carrier = width.form?.elements.namedItem('mhz');
  if (carrier instanceof HTMLInputElement) carrier.required = width.value !== '';
}

interface TicketFormProps {
  ticket: Ticket;
  tracked: readonly TrackedSatelliteJson[];
  stations: readonly GroundStationJson[];
  onTracked: () => void;
}

/** Form of a ticket, which the browser checks; submitting it writes the ticket into the address. */
export function TicketForm({ ticket, tracked, stations, onTracked }: TicketFormProps) {
  const { place, timeMs, hz, widthHz, beamDeg } = ticket;
  const [satelliteId, setSatellite] = useState(ticket.satelliteId);
  const [chosenId, setStation] = useState(ticket.stationId);
  // A station that the account no longer has counts as none. Without stations, they may not have come yet.
  const stationId = stations.length === 0 || stations.some(({ id }) => id === chosenId) ? chosenId : undefined;
  const [minutes, setMinutes] = useState(ticket.minutes);
  const submit = (event: JSX.TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    navigate(ticketPath(ticketOf(new FormData(event.currentTarget), { satelliteId, stationId, minutes })));
    // On a telephone the answer begins below the screen.
    requestAnimationFrame(() => document.querySelector('[aria-label=Answer]')?.scrollIntoView());
  };
  const receivers = [
    [undefined, 'A place, by its coordinates'] as const,
    ...stations.map(({ id, name, active }) => [id, active ? name : `${name} (inactive)`] as const),
  ];
  const at = place && placeText(place);
  return (
    <form class="ticket-form" autocomplete="off" onSubmit={submit}>
      <SatelliteChooser
        required
        tracked={tracked}
        chosen={tracked.find(({ id }) => id === satelliteId)}
        onChoose={setSatellite}
        onTracked={({ id }) => {
          onTracked();
          setSatellite(id);
        }}
      />
      <Select label="Received at" class="field" options={receivers} value={stationId} onChoose={setStation} />
      {stationId === undefined && (
        <Field label="Coordinates" name="place" required defaultValue={at} onInput={checkPlace} />
      )}
      <Field
        label={`Time, ${zoneName()}`}
        name="time"
        type="datetime-local"
        max="9999-12-31T23:59:59"
        step={1}
        required
        defaultValue={fieldText(timeMs ?? Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS)}
      />
      <Select label="Look at" class="field" options={MINUTES} value={minutes} onChoose={setMinutes} />
      <Field label="Carrier, MHz" name="mhz" {...MHZ} hint="Empty: all known downlinks" defaultValue={hz && hz / 1e6} />
      <Field
        label="Width, MHz"
        name="width"
        {...MHZ}
        hint="With a carrier"
        defaultValue={widthHz && widthHz / 1e6}
        onInput={needCarrier}
      />
      <Field label="Beam, degrees" name="beam" {...BEAM} hint="Empty: by the dish, or 5" defaultValue={beamDeg} />
      <button type="submit" class="primary">
        Who was in the beam?
      </button>
    </form>
  );
}
