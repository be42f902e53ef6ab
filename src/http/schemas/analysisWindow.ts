import { z } from 'zod';
import * as answerFields from './answerFields.js';

export const analysisWindow = z
  .strictObject({
    id: answerFields.id.describe('Identifies the window'),
    start_time: answerFields.time.describe('First minute of the window, UTC'),
    end_time: answerFields.time.describe('End of the window, 7 days after its start; exclusive'),
    nside: answerFields.nside,
  })
  .meta({ id: 'AnalysisWindow', description: 'The 7 days that questions are answered for' });
