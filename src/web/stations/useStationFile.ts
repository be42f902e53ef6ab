import { useCallback, useEffect, useState } from 'preact/hooks';
import type { StationFileJson } from '../../http/schemas/groundStation.js';
import { type PageError, pageErrorOf } from '../data/client.js';
import { readStationFile } from '../data/stations.js';

/** Pause after the last letter before what was typed is read. */
const TYPED_MS = 300;

interface ReadFile {
  /** Stations of the text; while it is read, those of the text before. */
  file: StationFileJson | undefined;
  /** Whether `file` is of the text as it is. */
  isCurrent: boolean;
  error: PageError | undefined;
  /** Reads the same text again: the account has other stations now. */
  reload: () => void;
}

/** Stations that the server reads in a text. */
export function useStationFile(text: string): ReadFile {
  const [attempt, setAttempt] = useState(0);
  const [held, setHeld] = useState<{ text: string; file?: StationFileJson; error?: PageError }>({ text: '' });
  useEffect(() => {
    if (text.trim() === '') {
      setHeld({ text });
      return undefined;
    }
    const controller = new AbortController();
    const read = () =>
      readStationFile(text, controller.signal).then(
        (file) => setHeld({ text, file }),
        (reason: unknown) => controller.signal.aborted || setHeld({ text, error: pageErrorOf(reason) }),
      );
    const timer = setTimeout(() => void read(), TYPED_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text, attempt]);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  return { file: held.file, isCurrent: held.text === text, error: held.text === text ? held.error : undefined, reload };
}
