import type { BandChoice } from '../spec.js';

/** The open window, as a query sees it. */
export interface AnalysisWindow {
  readonly id: number;
  readonly startMs: number;
  readonly epochCount: number;
  readonly nside: number;
  /** Undefined where the window left the satellite out. */
  satellite(norad: number): { bands: number } | undefined;
}

/** One tracked satellite over one place; degrees, lon in [-180, 180]. */
export interface PlaceQuery {
  window: AnalysisWindow;
  norad: number;
  latDeg: number;
  lonDeg: number;
  band: BandChoice;
}

/** JSON text of the entries, in shared memory until it is released. */
export interface TimeseriesText {
  readonly entries: number;
  /** One contiguous view of head, the JSON array and tail. */
  wrap(head: string, tail: string): Buffer;
  release(): void;
}

export interface Analysis {
  current(): AnalysisWindow | undefined;
  point(query: PlaceQuery & { epoch: number }): Promise<{ intensity: number; ipix: number }>;
  /** Epochs [fromEpoch, toEpoch). */
  timeseries(query: PlaceQuery & { fromEpoch: number; toEpoch: number }): Promise<TimeseriesText>;
}
