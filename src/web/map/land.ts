import { type GeoPermissibleObjects, geoGraticule } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import atlas from 'world-atlas/land-110m.json' with { type: 'json' };

type Topology = Parameters<typeof mesh>[0];
type Shapes = NonNullable<Parameters<typeof mesh>[1]>;

const topology = atlas as unknown as Topology & { objects: { land: Shapes } };

/** Land of the earth, Natural Earth 1:110 million. */
export const LAND: GeoPermissibleObjects = feature(topology, topology.objects.land);

/** Outlines of the land: as lines they end at the horizon, where outlines of areas would follow it. */
export const COASTS: GeoPermissibleObjects = mesh(topology, topology.objects.land);

export const GRATICULE: GeoPermissibleObjects = geoGraticule().step([30, 30])();
