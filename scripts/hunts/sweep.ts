import { DEFAULT_NSIDE, WINDOW_EPOCHS } from '../../src/spec.js';
import { startDemo } from '../trials/harness/demo.js';
import { installation, onNewDatabase } from '../trials/harness/installation.js';
import type { Hunting } from './hunting.js';

const PER_PAGE = 1000;

interface Cell {
  epoch_index: number;
  ipix: number;
  value: number;
}

interface Page {
  interference_cells: Cell[];
  pagination: { total_pages: number };
}

/**
 * Compares answers of a demo after its sweep. A page of a run, which comes from the stored index, must have the cells
 * that are computed live for the page's epochs. The series of a cell, stored or live, must have the value that the cell
 * has among all cells of an epoch.
 */
export function hunt({ next, count, check }: Hunting): Promise<void> {
  return onNewDatabase(false, async (settings) => {
    const { server, token, runs, swept } = await startDemo(installation('.', settings));
    try {
      await swept();
      const whole = async <T>(path: string): Promise<T> => (await (await server.ask(path, token)).json()) as T;
      const ids = [...runs.values()];
      for (let round = 0; round < count(200); round++) {
        const cells = `/coverage_analysis_runs/${ids[round % ids.length]}/interference_cells`;
        const ofEpoch = async (epoch: number): Promise<Cell[]> =>
          (await whole<{ interference_cells: Cell[] }>(`${cells}/by_epoch/${epoch}`)).interference_cells;
        const { pagination } = await whole<Page>(`${cells}?per_page=${PER_PAGE}`);
        const number = 1 + Math.floor(next() * pagination.total_pages);
        const { interference_cells: page } = await whole<Page>(`${cells}?per_page=${PER_PAGE}&page=${number}`);
        const epochs = [...new Set(page.map((cell) => cell.epoch_index))];
        const live = (await Promise.all(epochs.map(ofEpoch))).flat();
        const from = live.findIndex(({ ipix }) => ipix === page[0]?.ipix);
        const part = JSON.stringify(live.slice(from, from + page.length));
        check(part === JSON.stringify(page), () => `${cells}: page ${number}`);

        const epoch = Math.floor(next() * WINDOW_EPOCHS);
        const list = await ofEpoch(epoch);
        const anywhere = Math.floor(next() * 12 * DEFAULT_NSIDE ** 2);
        for (const ipix of [list[Math.floor(next() * list.length)]?.ipix ?? 0, anywhere]) {
          const series = `${cells}/time_series?ipix=${ipix}&nside=${DEFAULT_NSIDE}`;
          const { time_series: values } = await whole<{ time_series: { value: number }[] }>(series);
          const expected = list.find((cell) => cell.ipix === ipix)?.value ?? 0;
          check(values[epoch]?.value === expected, () => `${series}: epoch ${epoch}, not ${expected}`);
        }
      }
    } finally {
      await server.stop();
    }
  });
}
