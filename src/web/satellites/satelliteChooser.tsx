import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { TrackedSatelliteJson } from '../../http/schemas/satellites.js';
import { useSubmit } from '../components/form.js';
import { Problem } from '../components/problem.js';
import { type FoundJson, searchCatalogue, track } from '../data/satellites.js';
import { type Loaded, useLoaded } from '../loading/useLoaded.js';
import { useSettled } from '../loading/useSettled.js';
import { type Choice, choicesOf } from './matches.js';

const PAUSE_MS = 200;
const LEAST_CHARACTERS = 2;

/** Satellites of the catalogue that match the typed text, requested once typing pauses. */
function useCatalogue(typed: string): Loaded<FoundJson> {
  const text = typed.trim();
  const isAsked = useSettled(text, PAUSE_MS) === text && text.length >= LEAST_CHARACTERS;
  return useLoaded(isAsked ? text : undefined, (signal) => searchCatalogue(text, signal));
}

interface ChooserProps {
  tracked: readonly TrackedSatelliteJson[];
  chosen: TrackedSatelliteJson | undefined;
  onChoose: (id: number) => void;
  /** Called after a satellite of the catalogue became tracked. */
  onTracked: (satellite: TrackedSatelliteJson) => void;
  /** Whether a form needs the satellite. */
  required?: boolean;
}

/**
 * Field that offers tracked satellites and satellites of the catalogue while the user types; choosing one of the
 * catalogue tracks it.
 */
export function SatelliteChooser({ tracked, chosen, onChoose, onTracked, required = false }: ChooserProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(0);
  const { value: found, error: searchError } = useCatalogue(typed ?? '');
  const open = typed !== undefined;
  const choices = open ? choicesOf(typed, tracked, found?.satellites ?? []) : [];
  const hasMore = found?.has_more === true;
  const index = Math.min(active, choices.length - 1);
  const wanted = useRef<Choice>();
  /** Whether Enter was pressed before the catalogue had answered. */
  const isEntered = useRef(false);
  const { submit, busy, error } = useSubmit(async () => {
    if (wanted.current) onTracked(await track(wanted.current.satellite.norad_number));
  });
  const close = () => {
    isEntered.current = false;
    setTyped(undefined);
  };
  const openList = () => {
    setTyped('');
    // The chosen satellite is the active one, so that Enter keeps the choice.
    setActive(Math.max(0, chosen ? tracked.indexOf(chosen) : 0));
  };
  const choose = (choice: Choice | undefined) => {
    isEntered.current = !choice;
    if (!choice) return;
    close();
    // Leaves the focus in the field with the name selected, so that further typing replaces it.
    requestAnimationFrame(() => input.current?.select());
    wanted.current = choice;
    if (choice.trackedId === undefined) submit();
    else onChoose(choice.trackedId);
  };
  useEffect(() => {
    if (isEntered.current && choices.length > 0) choose(choices[0]);
  }, [choices.length]);
  const move = (by: number) => setActive(choices.length === 0 ? 0 : (index + by + choices.length) % choices.length);
  const onKeyDown = (event: KeyboardEvent) => {
    const actions: Record<string, () => void> = {
      ArrowDown: () => (open ? move(1) : openList()),
      ArrowUp: () => move(-1),
      Enter: () => choose(choices[index]),
      Escape: close,
    };
    const action = actions[event.key];
    // With the list closed, Escape is left to the panel around the field.
    if (!action || (event.key === 'Escape' && !open)) return;
    event.preventDefault();
    action();
  };
  const isFirstOther = (at: number) => choices[at]?.trackedId === undefined && choices[at - 1]?.trackedId !== undefined;
  return (
    <div class="field combobox">
      <label for={id}>Satellite</label>
      <input
        id={id}
        ref={input}
        role="combobox"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && choices.length > 0 ? `${id}-${index}` : undefined}
        autocomplete="off"
        required={required}
        placeholder={busy ? 'Tracking…' : 'Name or catalogue number'}
        value={typed ?? chosen?.satellite.name ?? ''}
        onFocus={openList}
        onClick={() => open || openList()}
        onBlur={close}
        onInput={(event) => {
          isEntered.current = false;
          setTyped(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      {/* Without tabIndex -1, Tab would stop at a list that scrolls, and close it as the field loses the focus. */}
      <ul id={`${id}-list`} role="listbox" aria-label="Satellites" tabIndex={-1} hidden={!open}>
        {choices.map(({ satellite, trackedId }, at) => (
          <li
            key={satellite.norad_number}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === index}
            class={isFirstOther(at) ? 'first-other' : undefined}
            onPointerDown={(event) => {
              event.preventDefault();
              choose({ satellite, trackedId });
            }}
          >
            <span class="name">{satellite.name}</span>
            <span class="hint">
              {satellite.norad_number} · {satellite.orbital_class} {Math.round(satellite.altitude_km)} km
            </span>
            {trackedId === undefined && <span class="act">Track</span>}
          </li>
        ))}
        {hasMore && (
          <li class="hint more" role="presentation">
            More satellites match: type more of the name.
          </li>
        )}
      </ul>
      <p class="hidden" role="status">
        {open ? `${choices.length} satellites${hasMore ? ', more match' : ''}` : ''}
      </p>
      {open && choices.length === 0 && !searchError && (
        <p class="none-found">
          {typed.trim().length < LEAST_CHARACTERS
            ? 'Type two characters to search the catalogue.'
            : found
              ? 'No satellite matches.'
              : 'Searching…'}
        </p>
      )}
      {searchError && open && <Problem error={searchError} />}
      {error && <Problem error={error} />}
    </div>
  );
}
