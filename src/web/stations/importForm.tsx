import { useId, useRef, useState } from 'preact/hooks';
import type { StationFileJson } from '../../http/schemas/groundStation.js';
import { useSubmit } from '../components/form.js';
import { Problem } from '../components/problem.js';
import { type Column, DataTable } from '../components/dataTable.js';
import { placeLabel } from '../data/geodetic.js';
import { addStations, readStationFile } from '../data/stations.js';
import { explain } from '../explain.js';
import { useLoaded } from '../loading/useLoaded.js';
import { useSettled } from '../loading/useSettled.js';

/** Pause after the last letter before the text is read. */
const TYPED_MS = 300;

/** Stations that the server finds in a text; while a changed text is read, `file` has those of the text before. */
function useStationFile(text: string) {
  const isEmpty = text.trim() === '';
  const isSettled = useSettled(text, TYPED_MS) === text;
  const { value, error, reload } = useLoaded(isSettled && !isEmpty ? text : undefined, (signal) =>
    readStationFile(text, signal),
  );
  const file = useRef(value);
  if (value || isEmpty || error) file.current = value;
  return { file: file.current, isCurrent: value !== undefined, error, reload };
}

interface ImportFormProps {
  text: string;
  onText: (text: string) => void;
  onAdded: () => void;
}

const EXAMPLE = 'name,latitude,longitude,elevation_meters\nWeilheim,47.88,11.08,600';

function stations(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'station' : 'stations'}`;
}

interface Line {
  line: number;
  name: string;
  /** Coordinates of the station, or the reason why it is not imported. */
  told: string;
  state: 'new' | 'known' | 'wrong';
}

const STATES: Record<Line['state'], string> = {
  new: 'new',
  known: 'there already',
  wrong: 'not imported',
};

/** Lines of a file: rejected ones first, then all others, both in file order. */
function linesOf({ stations: accepted, rejections }: StationFileJson): Line[] {
  const wrong = rejections.map(({ line, record, reason }) => ({
    line,
    name: record,
    told: reason,
    state: 'wrong' as const,
  }));
  const others = accepted.map(({ line, is_known: isKnown, station: { name, latitude, longitude } }) => ({
    line,
    name,
    told: placeLabel({ latDeg: latitude, lonDeg: longitude }),
    state: isKnown ? ('known' as const) : ('new' as const),
  }));
  return [...wrong, ...others];
}

const COLUMNS: readonly Column<Line>[] = [
  { key: 'line', head: 'Line', class: 'number', cell: ({ line }) => line },
  {
    key: 'station',
    head: 'Station',
    isHead: true,
    cell: ({ name, told, state }) => (
      <>
        <span class="cut" title={name}>
          {name}
        </span>
        <span class={state === 'wrong' ? 'wrong' : 'hint'}>{told}</span>
      </>
    ),
  },
  { key: 'state', head: 'State', cell: ({ state }) => STATES[state] },
];

function Preview({ lines }: { lines: readonly Line[] }) {
  return (
    <div class="scroll preview" tabIndex={0} role="region" aria-label="What the file has">
      <DataTable
        caption="Lines of the file"
        columns={COLUMNS}
        rows={lines}
        keyOf={({ state, line }) => `${state} ${line}`}
        rowProps={({ state }) => ({ class: state })}
      />
    </div>
  );
}

/**
 * Form that imports a file of stations. It lists all lines of the file before the import, and again after it, with the
 * reason if a line was not imported.
 */
export function ImportForm({ text, onText, onAdded }: ImportFormProps) {
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const { file, isCurrent, error: unread, reload } = useStationFile(text);
  const [done, setDone] = useState<string>();
  const lines = file ? linesOf(file) : [];
  const of = (state: Line['state']) => lines.filter((line) => line.state === state).length;
  const [fresh, known, wrong] = [of('new'), of('known'), of('wrong')];
  const take = (next: string) => {
    setDone(undefined);
    onText(next);
  };
  const takeFile = (files: FileList | null | undefined) => {
    void files?.[0]?.text().then(take);
    if (picker.current) picker.current.value = '';
  };
  const { submit, busy, error } = useSubmit(async () => {
    if (!file || !isCurrent || fresh === 0) return;
    const news = file.stations.filter(({ is_known: isKnown }) => !isKnown);
    const { added, unchanged } = await addStations(news.map(({ station }) => station));
    setDone(
      `${stations(added)} added${unchanged > 0 ? `, ${unchanged} were there already` : ''}. ` +
        (wrong === 0
          ? 'All of the file is imported.'
          : `${wrong} ${wrong === 1 ? 'line is' : 'lines are'} not imported: see below.`),
    );
    reload();
    onAdded();
  });
  return (
    <form
      class="import-form"
      onSubmit={submit}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        takeFile(event.dataTransfer?.files);
      }}
    >
      <p class="hint">
        CSV with the columns name, latitude, longitude, and any of elevation_meters, description, active,
        min_elevation_deg, dish_diameter_m, horizon_mask; or GeoJSON points.
      </p>
      <div class="row tight">
        <label class="field" for={`${id}-file`}>
          <span class="button">Choose a file…</span>
          <input
            ref={picker}
            id={`${id}-file`}
            class="hidden"
            type="file"
            accept=".csv,.txt,.json,.geojson,text/csv,application/geo+json"
            onChange={({ currentTarget }) => takeFile(currentTarget.files)}
          />
        </label>
        <span class="hint">drop it here, or paste its lines</span>
      </div>
      <label class="hidden" for={id}>
        Lines of the file
      </label>
      <textarea
        id={id}
        class="lines"
        rows={7}
        spellcheck={false}
        wrap="off"
        placeholder={EXAMPLE}
        value={text}
        onInput={({ currentTarget }) => take(currentTarget.value)}
      />
      {unread && unread.status === 422 && (
        <p class="problem" role="alert">
          {explain(unread).happened}
        </p>
      )}
      {unread && unread.status !== 422 && <Problem error={unread} retry={reload} />}
      {error && <Problem error={error} />}
      <p class="done" role="status">
        {done}
      </p>
      {file && (
        <>
          <p class="counts-told" role="status">
            {[
              [fresh, 'new'],
              [known, 'there already'],
              [wrong, wrong === 1 ? 'line with an error' : 'lines with errors'],
            ]
              .filter(([number]) => number !== 0)
              .map(([number, what]) => `${number} ${what}`)
              .join(' · ') || 'No stations in these lines.'}
          </p>
          {lines.length > 0 && <Preview lines={lines} />}
        </>
      )}
      <div class="actions">
        <button type="submit" class="primary" aria-disabled={busy || !isCurrent || fresh === 0}>
          {fresh > 0 ? `Import ${stations(fresh)}` : 'Import'}
        </button>
      </div>
    </form>
  );
}
