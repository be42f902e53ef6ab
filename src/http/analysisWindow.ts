import { z } from 'zod';
import type { AnalysisWindow } from '../compute/analysis.js';
import { formatTime } from './instant.js';
import { epochMs } from './timeRange.js';

export const analysisWindow = z.strictObject({
  id: z.int(),
  start_time: z.string(),
  end_time: z.string(),
  nside: z.int(),
});

export function analysisWindowObject(window: AnalysisWindow): z.input<typeof analysisWindow> {
  return {
    id: window.id,
    start_time: formatTime(window.startMs),
    end_time: formatTime(epochMs(window, window.epochCount)),
    nside: window.nside,
  };
}
