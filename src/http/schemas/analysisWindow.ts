import { z } from 'zod';
import type { AnalysisWindow } from '../../compute/analysis.js';
import * as answerFields from './answerFields.js';
import { formatTime } from './instant.js';
import { epochMs } from './timeRange.js';

export const analysisWindow = z
  .strictObject({
    id: answerFields.id.describe('Identifies the window'),
    start_time: answerFields.time.describe('First minute of the window, UTC'),
    end_time: answerFields.time.describe('End of the window, 7 days after its start; exclusive'),
    nside: answerFields.nside,
  })
  .meta({ id: 'AnalysisWindow', description: 'The 7 days that questions are answered for' });

export function analysisWindowObject(window: AnalysisWindow): z.input<typeof analysisWindow> {
  return {
    id: window.id,
    start_time: formatTime(window.startMs),
    end_time: formatTime(epochMs(window, window.epochCount)),
    nside: window.nside,
  };
}
