/**
 * Prints, for some satellites over some stations of an account, how many satellites the intensity counts by band and by
 * overlap, and how much of the passes is clear. It asks a running service:
 *
 *   BASE=http://127.0.0.1:8080/api/v1 TOKEN=sl_… tsx scripts/measureBeam.ts 49260,39634,44057 Berlin,Svalbard
 */
interface Tracked {
  id: number;
  satellite: { name: string; norad_number: number };
}

interface Station {
  id: number;
  name: string;
}

interface Pass {
  duration_seconds: number;
  in_beam_seconds: number;
  clear_stretch: { seconds: number } | null;
}

const { BASE = 'http://127.0.0.1:8080/api/v1', TOKEN = '' } = process.env;
const [norads = '', names = ''] = process.argv.slice(2);
const BEAMS_DEG = [2, 5];

async function ask<T>(path: string): Promise<T> {
  const response = await fetch(`${BASE}${path}`, { headers: { authorization: `Bearer ${TOKEN}` } });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { data: T }).data;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(0)} %`;

async function rowOf({ id, satellite }: Tracked, station: Station): Promise<string[]> {
  const over = `tracked_satellite_id=${id}&ground_station_id=${station.id}`;
  const row = [satellite.name, station.name];
  for (const match of ['', '&frequency_match=overlap']) {
    const path = `/interference/ground_station_timeseries?${over}${match}`;
    const { timeseries } = await ask<{ timeseries: { intensity: number }[] }>(path);
    row.push((sum(timeseries.map(({ intensity }) => intensity)) / timeseries.length).toFixed(0));
  }
  for (const beam of BEAMS_DEG) {
    const path = `/interference/encounters?${over}&max_separation_deg=${beam}&limit=1`;
    const { passes } = await ask<{ passes: Pass[] }>(path);
    const whole = sum(passes.map((pass) => pass.duration_seconds));
    row.push(percent(sum(passes.map((pass) => pass.in_beam_seconds)), whole));
    row.push(percent(sum(passes.map((pass) => pass.clear_stretch?.seconds ?? 0)), whole));
  }
  return row;
}

const { tracked_satellites: tracked } = await ask<{ tracked_satellites: Tracked[] }>('/tracked_satellites');
const { ground_stations: stations } = await ask<{ ground_stations: Station[] }>('/ground_stations');
const header = ['satellite', 'station', 'by band', 'by overlap'];
const rows = [[...header, ...BEAMS_DEG.flatMap((beam) => [`within ${beam}°`, `clear at ${beam}°`])]];
for (const norad of norads.split(',')) {
  const one = tracked.find(({ satellite }) => String(satellite.norad_number) === norad);
  if (one === undefined) throw new Error(`satellite ${norad} is not tracked`);
  for (const name of names.split(',')) {
    const station = stations.find((candidate) => candidate.name === name);
    if (station === undefined) throw new Error(`there is no station ${name}`);
    rows.push(await rowOf(one, station));
  }
}
for (const row of rows) process.stdout.write(`| ${row.join(' | ')} |\n`);
