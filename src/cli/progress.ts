import { Presets, SingleBar } from 'cli-progress';

/** How far a command is: the name of the stage and, if it is known, how much of the stage is done. */
interface Progress {
  stage: string;
  done?: number;
  of?: number;
}

const SHARE = '{stage} [{bar}] {percentage}% | {value}/{total} | {duration_formatted}, {eta_formatted} left';
const TIME = '{stage} {duration_formatted}';

/**
 * Runs a job that shows its progress in a line of the terminal, which begins anew at each stage and is gone at the end;
 * without a terminal it shows nothing. The job ends the line by `show()` before it prints.
 */
export async function withProgress<T>(
  job: (show: (progress?: Progress) => void) => Promise<T>,
  stream: NodeJS.WritableStream = process.stderr,
): Promise<T> {
  let bar: SingleBar | undefined;
  let shown: string | undefined;
  const show = ({ stage, done = 0, of }: Partial<Progress> = {}): void => {
    if (stage === shown) {
      if (of !== undefined) bar?.setTotal(of);
      bar?.update(done);
      return;
    }
    bar?.stop();
    shown = stage;
    if (stage === undefined) return;
    const format = of === undefined ? TIME : SHARE;
    bar = new SingleBar({ format, stream, noTTYOutput: false, clearOnComplete: true, etaBuffer: 20 }, Presets.legacy);
    bar.start(of ?? 1, done, { stage: stage.padEnd(8) });
  };
  try {
    return await job(show);
  } finally {
    show();
  }
}
