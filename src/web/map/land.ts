import { type GeoPermissibleObjects, geoGraticule } from 'd3-geo';
import { feature } from 'topojson-client';
import atlas from 'world-atlas/land-110m.json' with { type: 'json' };

type Topology = Parameters<typeof feature>[0];

const topology = atlas as unknown as Topology & { objects: { land: Parameters<typeof feature>[1] } };

/** The land of the earth, Natural Earth 1:110 million. */
export const LAND: GeoPermissibleObjects = feature(topology, topology.objects.land);

export const GRATICULE: GeoPermissibleObjects = geoGraticule().step([30, 30])();
