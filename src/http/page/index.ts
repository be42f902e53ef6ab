import { routes } from '../routes/index.js';
import { signIn, signOut } from '../routes/auth.js';
import { listGroundStations } from '../routes/groundStations.js';
import { listTrackedSatellites } from '../routes/trackedSatellites.js';
import { interferers } from '../routes/sky/interferers.js';
import { searchSatellites } from '../routes/satellites.js';
import { listedPasses } from './passes.js';
import { changePassword } from './password.js';
import { endOwnSession, listOwnSessions, signInToPage, signOutOfPage, whoIsSignedIn } from './session.js';
import { epochsOfCells, otherSatellites, othersOperators, satelliteTrack, weekMagnitudes } from './sky.js';
import { readStationFile } from './stationFile.js';
import { createToken, listTokens, revokeOwnToken } from './tokens.js';

export { pageFiles } from './files.js';

/** Routes right below the page's path, some of them the API's: calls of these routes count against the page's limit. */
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
  // Most views load one or both of the next two: as calls of the API, fifty of both would use up an hour's limit.
  listTrackedSatellites,
  listGroundStations,
  // Questions of the views: while the page plays a week, it asks some of them many times a minute.
  interferers,
  satelliteTrack,
  epochsOfCells,
  otherSatellites,
  othersOperators,
  weekMagnitudes,
  listedPasses,
  readStationFile,
];

/** Routes of the API that the page may call, with its session instead of a token. */
export const apiOfPage = routes.filter((route) => route !== signIn && route !== signOut);
