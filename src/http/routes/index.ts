import type { Route } from '../route.js';
import { me, signIn, signOut } from './auth.js';
import { clearPasses } from './sky/clearPasses.js';
import { cellTimeSeries, coverageAnalysisRun } from './coverageAnalysis.js';
import { elementErrors } from './elementErrors.js';
import { encounters } from './sky/encounters.js';
import {
  changeGroundStation,
  createGroundStation,
  createGroundStations,
  deleteGroundStation,
  getGroundStation,
  listGroundStations,
} from './groundStations.js';
import { health, live, ready } from './health.js';
import { cellsByEpoch, interferenceCells } from './interferenceCells.js';
import { interferers } from './sky/interferers.js';
import { atPoint, availableFrequencyBands, timeseries } from './interference.js';
import { searchSatellites } from './satellites.js';
import { suspects } from './sky/suspects.js';
import { allGroundStations, groundStationTimeseries } from './stationInterference.js';
import { getTrackedSatellite, listTrackedSatellites, trackSatellite, untrackSatellite } from './trackedSatellites.js';

/** All routes below the base path but health checks, in the order of the API's document. */
export const routes: readonly Route[] = [
  signIn,
  signOut,
  me,
  searchSatellites,
  elementErrors,
  listTrackedSatellites,
  trackSatellite,
  getTrackedSatellite,
  untrackSatellite,
  listGroundStations,
  createGroundStation,
  createGroundStations,
  getGroundStation,
  changeGroundStation,
  deleteGroundStation,
  atPoint,
  timeseries,
  groundStationTimeseries,
  allGroundStations,
  availableFrequencyBands,
  interferers,
  encounters,
  clearPasses,
  suspects,
  coverageAnalysisRun,
  interferenceCells,
  cellsByEpoch,
  cellTimeSeries,
];

/** Health checks, also served at the root, where load balancers look for them. */
export const healthRoutes: readonly Route[] = [health, live, ready];

/** Routes that the API's document describes, in its order. */
export const describedRoutes: readonly Route[] = [...routes, ...healthRoutes];
