import { z } from 'zod';
import type { AnalysisWindow } from '../compute/analysis.js';
import * as answerFields from './answerFields.js';
import { formatTime } from './instant.js';
import { epochMs } from './timeRange.js';

export const analysisWindow = z.strictObject({
  id: z.int(),
  start_time: answerFields.time,
  end_time: answerFields.time,
  nside: answerFields.nside,
});

export function analysisWindowObject(window: AnalysisWindow): z.input<typeof analysisWindow> {
  return {
    id: window.id,
    start_time: formatTime(window.startMs),
    end_time: formatTime(epochMs(window, window.epochCount)),
    nside: window.nside,
  };
}
