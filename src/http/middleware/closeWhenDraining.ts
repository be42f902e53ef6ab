import type { FinishingStep } from './finish.js';
import type { Draining } from '../draining.js';

/** Closes connections after their last answer while the service stops, so that clients connect elsewhere. */
export function closeWhenDraining(draining: Draining): FinishingStep {
  return (ctx) => {
    if (draining.begun && draining.isLast(ctx.req)) ctx.set('Connection', 'close');
  };
}
