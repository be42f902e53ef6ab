import { z } from 'zod';
import { parseStations } from '../../catalogue/stationFiles.js';
import { identityOf } from '../../db/analysis/stations.js';
import { UserError } from '../../errors.js';
import { BATCH_LIMIT_BYTES } from '../../spec.js';
import { ServiceError } from '../response/serviceError.js';
import { defineRoute, ofAccount } from '../route.js';
import { stationFile } from '../schemas/groundStation.js';

/** Parses the stations of a text. Throws VALIDATION_FAILED if the text is no file of stations. */
function parsed(text: string): ReturnType<typeof parseStations> {
  try {
    return parseStations(Buffer.from(text), 'The file');
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new ServiceError('VALIDATION_FAILED', error.message, { text: error.message });
  }
}

/** Reads a file of stations as `sidelobe stations import` does, but adds no stations. */
export const readStationFile = defineRoute({
  ...ofAccount,
  method: 'POST',
  path: '/ground_stations/read',
  summary: 'What a CSV or GeoJSON file of stations has, line by line',
  body: z.strictObject({ text: z.string({ error: 'must be the text of a file' }) }),
  bodyLimitBytes: BATCH_LIMIT_BYTES,
  response: stationFile,
  handler: async ({ body, caller }, { known }) => {
    const { stations, rejections } = parsed(body.text);
    const identities = new Set((await known.stations(caller.accountId)).map(identityOf));
    return {
      stations: stations.map(({ line, ...station }) => {
        const identity = identityOf(station);
        const isKnown = identities.has(identity);
        identities.add(identity);
        return {
          line,
          is_known: isKnown,
          station: {
            name: station.name,
            latitude: station.latitudeDeg,
            longitude: station.longitudeDeg,
            elevation_meters: station.elevationMeters ?? 0,
            description: station.description,
            active: station.active,
            min_elevation_deg: station.minElevationDeg,
            dish_diameter_m: station.dishDiameterM,
            horizon_mask: station.horizonMask?.map((point) => [...point]),
          },
        };
      }),
      rejections: rejections.map(({ line, record, reason }) => ({ line, record, reason })),
    };
  },
});
