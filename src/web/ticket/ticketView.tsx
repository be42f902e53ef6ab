import type { SuspectsJson } from '../../http/schemas/encounters.js';
import { CallButton } from '../call/callButton.js';
import { CopyButton } from '../components/buttons.js';
import { useSubmit } from '../components/form.js';
import { Pending, Problem } from '../components/problem.js';
import { API, askJson } from '../data/client.js';
import { placeLabel } from '../data/geodetic.js';
import { listTracked, track } from '../data/satellites.js';
import { useLoaded } from '../loading/useLoaded.js';
import { useStations } from '../loading/useStations.js';
import { saveFile } from '../pass/saveFile.js';
import { encountersCsv } from '../pass/tables.js';
import { encounterOf } from '../data/loadSky.js';
import { apiTime, timeText, zoneName } from '../time.js';
import { ownTicket, sharedPath, suspectsQuery, ticketPath } from './ticket.js';
import { TicketAnswer } from './ticketAnswer.js';
import { TicketForm } from './ticketForm.js';

const PATH = '/interference/suspects';
const NONE: readonly never[] = [];

/** View for somebody whose link was disturbed: who was in the beam at some time. The address holds the question. */
export function TicketView({ query }: { query: URLSearchParams }) {
  const tracked = useLoaded('tracked', listTracked);
  const ours = useStations();
  const { value: stations } = ours;
  const { norad, ...ticket } = ownTicket(query, tracked.value ?? NONE, stations ?? NONE);
  const { satelliteId, stationId, place, timeMs = 0 } = ticket;
  const asked = tracked.value && stations && suspectsQuery(ticket);
  const { submit, busy, error } = useSubmit(async () => {
    if (norad !== undefined) await track(norad);
    tracked.reload();
  });
  const found = useLoaded(asked && JSON.stringify(asked), async (signal) =>
    askJson<SuspectsJson>(API + PATH, { query: asked ?? {}, signal }),
  );
  const answer = found.value;
  const isPast = timeMs < Date.now();
  const chosen = tracked.value?.find(({ id }) => id === satelliteId);
  const satellite = chosen?.satellite.name ?? 'the satellite';
  const station = stations?.find(({ id }) => id === stationId);
  const receiver = place ? placeLabel(place) : (station?.name ?? 'the station');
  const link = () => {
    const beamDeg = answer?.max_separation_source === 'dish' ? answer.max_separation_deg : ticket.beamDeg;
    return location.origin + sharedPath({ ...ticket, beamDeg }, chosen?.satellite.norad_number, station);
  };
  const csv = () => {
    const words = [satellite, receiver, apiTime(timeMs).slice(0, 16), 'suspects'];
    saveFile(words, 'csv', encountersCsv(answer?.suspects.map(encounterOf) ?? []));
  };
  return (
    <main id="content" class="page">
      <h1>Who disturbed me?</h1>
      <p class="hint">Who stood in your beam at a time, on frequencies that overlap with yours, the likeliest first.</p>
      <Pending loaded={tracked} what="the satellites" />
      {!tracked.error && <Pending loaded={ours} what="the stations" />}
      <TicketForm
        key={ticketPath(ticket)}
        ticket={ticket}
        tracked={tracked.value ?? NONE}
        stations={stations ?? NONE}
        onTracked={tracked.reload}
      />
      {norad !== undefined && tracked.value && satelliteId === undefined && (
        <p class="note">
          This account does not track the satellite {norad} of this link.{' '}
          <button type="button" class="link" aria-disabled={busy} onClick={submit}>
            Track it
          </button>{' '}
          to see who was in the beam.
        </p>
      )}
      {error && <Problem error={error} />}
      {asked && (
        <section aria-label="Answer" aria-live="polite">
          <h2>
            <span class={`when ${isPast ? '' : 'forecast'}`}>{isPast ? 'Past' : 'Forecast'}</span> {satellite} over{' '}
            {receiver}, {timeText(timeMs, 'second')} {zoneName(timeMs)}
          </h2>
          {tracked.value && !chosen ? (
            <p class="note">This account does not track the satellite of this address. Choose another one above.</p>
          ) : (
            <Pending loaded={found} what="who was in the beam" />
          )}
          {answer && <TicketAnswer answer={answer} timeMs={timeMs} />}
          {chosen && (
            <div class="choices">
              <CopyButton text={link} label="Copy link" />
              <button type="button" disabled={!answer || answer.count === 0} onClick={csv}>
                CSV
              </button>
              <CallButton calls={() => [{ title: 'Who was in the beam', path: PATH, query: asked }]} />
            </div>
          )}
        </section>
      )}
    </main>
  );
}
