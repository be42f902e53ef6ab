import { broadbandShells } from './shells/broadband.js';
import { messagingShells } from './shells/messaging.js';
import { navigationShells } from './shells/navigation.js';
import { observationShells } from './shells/observation.js';
import type { Shell } from './walker.js';

/** Every Walker pattern of the bundled catalogue, in the order of its catalogue numbers. */
export const SHELLS: readonly Shell[] = [
  ...broadbandShells,
  ...navigationShells,
  ...messagingShells,
  ...observationShells,
];
