import { BASE_PATH } from '../../../src/spec.js';
import { readTrack } from '../../../src/web/data/track.js';
import { cellOf, placeInCell } from '../../../src/web/map/healpix.js';
import { type Place, wrapLon } from '../../../src/web/data/geodetic.js';
import { elevationsDeg } from '../../../src/web/data/look.js';
import { pageTest, type Site, tidy } from '../../helpers/page.js';

const NSIDE = 64;
const MIN_ELEVATION_DEG = 10;
/** Margin in degrees: more than the elevation of a geostationary satellite changes within an hour. */
const MARGIN_DEG = 0.02;

/** Creates a resource through the API; returns its id. */
async function make({ service }: Site, path: string, body: object): Promise<number> {
  const response = await fetch(service.url + BASE_PATH + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { data } = (await response.json()) as { data: { id: number } };
  return data.id;
}

/** Finds a place that sees a geostationary satellite all week, although the centre of the place's cell never does. */
function placeAtRim(positions: Float32Array): Place {
  const hourly = Float32Array.from(
    { length: 3 * 168 },
    (_none, i) => positions[180 * Math.floor(i / 3) + (i % 3)] ?? 0,
  );
  const [, subLonDeg = 0] = hourly;
  for (let east = 0; east < 5; east += 0.2) {
    for (let latDeg = 65; latDeg < 75; latDeg += 0.05) {
      const place = { latDeg, lonDeg: wrapLon(subLonDeg + east) };
      const centre = placeInCell(NSIDE, cellOf(NSIDE, place));
      const isUp = Math.min(...elevationsDeg({ ...place, heightM: 0 }, hourly)) > MIN_ELEVATION_DEG + MARGIN_DEG;
      if (isUp && Math.max(...elevationsDeg({ ...centre, heightM: 0 }, hourly)) < MIN_ELEVATION_DEG - MARGIN_DEG)
        return place;
    }
  }
  throw new Error(`no place at the rim of the footprint at ${subLonDeg} degrees east`);
}

pageTest(
  'a pass over a station whose cell is not counted is not called clear, in the week nor at the place',
  async (t, site) => {
    t.teardown(() => tidy(site));
    const [geo] = site.geos;
    if (!geo) throw new Error('the catalogue has no geostationary satellite');
    const satellite = await make(site, '/tracked_satellites', { norad_number: geo.noradNumber });
    const { page } = await site.open('/account');
    const track = await (await page.request.get(`/page/track?tracked_satellite_id=${satellite}`)).body();
    const place = placeAtRim(readTrack(new Uint8Array(track).buffer, '').positions);
    const station = await make(site, '/ground_stations', {
      name: 'Kaspichan',
      latitude: place.latDeg,
      longitude: place.lonDeg,
    });

    await page.goto(`/week?satellite=${satellite}`);
    const row = page.getByRole('row', { name: /Kaspichan/ });
    await row.waitFor();
    const told = (label: string) => row.locator(`td[data-label="${label}"]`).textContent();
    t.deepEqual([await told('Clear'), await told('Not counted'), await told('Median')], ['–', '7 d 0 h', '–']);
    t.deepEqual([await told('Best pass'), await told('Worst pass')], ['', '']);
    t.is(await row.locator('.heat').textContent(), 'not counted');
    await page.goto(`/map?satellite=${satellite}&station=${station}`);
    await page.locator('.place .now').waitFor();
    t.regex((await page.locator('.place .now').textContent()) ?? '', /Not counted$/);
    t.regex((await page.locator('.summary').textContent()) ?? '', /^Not counted/);
  },
);

pageTest(
  'where a satellite transmits nothing, nothing is called clear; where it is never in view, the page says so',
  async (t, site) => {
    const { page } = await site.open('/account');
    const [iss, gps] = site.service.tracked;
    await page.goto(`/map?satellite=${iss}&band=W&projection=flat`);
    await page.getByText(/No downlink of ISS \(ZARYA\) is known in band W/).waitFor();
    const map = page.getByRole('application');
    await map.focus();
    await page.keyboard.press('ArrowRight');
    t.regex((await map.locator('[aria-live]').textContent()) ?? '', /: no data$/);
    await page.goto(`/week?satellite=${gps}&band=W`);
    await page.locator('.note', { hasText: 'nothing is counted' }).waitFor();

    await page.goto(`/map?satellite=${iss}&place=89,0`);
    await page.getByText('Never in view here in this week.').waitFor();
    t.is(await page.locator('.place').getByText('Clear', { exact: true }).count(), 0);
  },
);

pageTest('the links of the week lead to minutes in which the satellite is in view', async (t, site) => {
  const { page } = await site.open('/account');
  for (const satellite of site.service.tracked) {
    await page.goto(`/week?satellite=${satellite}`);
    for (const name of ['Berlin', 'Quito']) {
      await page.getByRole('link', { name }).click();
      await page.locator('.place .now').waitFor();
      t.notRegex((await page.locator('.place .now').textContent()) ?? '', /Out of view/, `${name} of ${satellite}`);
      await page.goBack();
    }
  }
});

pageTest(
  'the number of counted satellites leaves out those without a known downlink; a message says that a window is over',
  async (t, site) => {
    const { page } = await site.open('/account');
    const [iss] = site.service.tracked;
    const silent = 7;
    let inWindow = 0;
    await page.route(/available_frequency_bands/, async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      const { satellites } = answer.data.provenance;
      inWindow = satellites.in_window;
      answer.data.provenance.analysis_window.end_time = '2020-01-08T00:00:00Z';
      satellites.left_out = { elset_more_than_14_days_away: 2, no_known_downlink: silent };
      await route.fulfill({ response, json: answer });
    });
    await page.goto(`/map?satellite=${iss}`);
    const told = page.locator('.facts div', { hasText: 'Counted' }).getByRole('definition');
    const counted = (await told.textContent()) ?? '';
    t.is(counted, `${inWindow - silent} satellites; 9 left out, 7 of them without a known downlink`);
    const over = page.getByRole('alert').filter({ hasText: 'ended on 2020-01-08' });
    t.regex((await over.textContent()) ?? '', /sidelobe catalogue import/);
  },
);
