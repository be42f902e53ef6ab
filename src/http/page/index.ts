import { routes } from '../routes/index.js';
import { signIn, signOut } from '../routes/auth.js';
import { listGroundStations } from '../routes/groundStations.js';
import { listTrackedSatellites } from '../routes/trackedSatellites.js';
import { searchSatellites } from '../routes/satellites.js';
import { changePassword } from './password.js';
import { signInToPage, signOutOfPage, whoIsSignedIn } from './session.js';
import { endOwnSession, listOwnSessions } from './sessions.js';
import { epochsOfCells, satelliteTrack } from './sky.js';
import { createToken, listTokens, revokeOwnToken } from './tokens.js';

export { pageFiles } from './files.js';

/** Below the page's path. */
export const pageRoutes = [
  signInToPage,
  whoIsSignedIn,
  signOutOfPage,
  changePassword,
  listOwnSessions,
  endOwnSession,
  listTokens,
  createToken,
  revokeOwnToken,
  searchSatellites,
  // Every view begins with these two: as calls of the API they would use up an hour's in fifty views.
  listTrackedSatellites,
  listGroundStations,
  satelliteTrack,
  epochsOfCells,
];

/** The API's routes as the page asks them: who is signed in needs no token, and gets none. */
export const apiOfPage = routes.filter((route) => route !== signIn && route !== signOut);
