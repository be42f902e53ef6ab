import { useRef } from 'preact/hooks';
import type { StationFileJson } from '../../http/schemas/groundStation.js';
import type { PageError } from '../data/client.js';
import { readStationFile } from '../data/stations.js';
import { useLoaded } from '../loading/useLoaded.js';
import { useSettled } from '../loading/useSettled.js';

/** Pause after the last letter before the text is read. */
const TYPED_MS = 300;

interface ReadFile {
  /** Stations of the text; while a changed text is read, those of the text before. */
  file: StationFileJson | undefined;
  /** Whether `file` belongs to the text as it is now. */
  isCurrent: boolean;
  error: PageError | undefined;
  /** Reads the same text again, for when the account's stations have changed. */
  reload: () => void;
}

/** Stations that the server finds in a text. */
export function useStationFile(text: string): ReadFile {
  const isEmpty = text.trim() === '';
  const isSettled = useSettled(text, TYPED_MS) === text;
  const { value, error, reload } = useLoaded(isSettled && !isEmpty ? text : undefined, (signal) =>
    readStationFile(text, signal),
  );
  const file = useRef(value);
  if (value || isEmpty || error) file.current = value;
  return { file: file.current, isCurrent: value !== undefined, error, reload };
}
