import type { z } from 'zod';
import type { Analysis } from '../../compute/analysis.js';
import type { AnalysisWindow } from '../../compute/query.js';
import { epochMs } from '../request/windowEpochs.js';
import type { analysisWindow } from '../schemas/analysisWindow.js';
import { formatTime } from '../schemas/instant.js';
import { ServiceError } from '../response/serviceError.js';
import { ELSET_MAX_AGE_DAYS } from '../../spec.js';

const RETRY_AFTER_SECONDS = 30;

/** The window that queries are answered from. Throws ANALYSIS_NOT_READY where there is none. */
export function currentWindow(analysis: Analysis): AnalysisWindow {
  const window = analysis.current();
  if (window) return window;
  const refusal = analysis.refusal();
  throw new ServiceError(
    'ANALYSIS_NOT_READY',
    refusal === undefined ? 'no analysis window is open yet' : `no analysis window can be opened: ${refusal}`,
    { status: refusal === undefined ? 'pending' : 'failed' },
    RETRY_AFTER_SECONDS,
  );
}

/** Satellite in the window's snapshot. Throws NOT_FOUND where the window left it out. */
export function satelliteOf(window: AnalysisWindow, norad: number): { bands: number } {
  const satellite = window.satellite(norad);
  if (satellite) return satellite;
  throw new ServiceError(
    'NOT_FOUND',
    `the analysis window holds no element set within ${ELSET_MAX_AGE_DAYS} days of its start for satellite ${norad}`,
    { norad_number: norad },
  );
}

/** An analysis window in the form that answers have. */
export function analysisWindowObject(window: AnalysisWindow): z.input<typeof analysisWindow> {
  return {
    id: window.id,
    start_time: formatTime(window.startMs),
    end_time: formatTime(epochMs(window, window.epochCount)),
    nside: window.nside,
  };
}
