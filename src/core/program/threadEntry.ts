import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Finds the entry of a thread or process: the module `name` beside `besideUrl`, compiled or, where sources run, as
 * source. A source gets a loader of its own: Node 20 does not hand the loader down to threads.
 */
export function threadEntry(name: string, besideUrl: string): { filename: string; execArgv?: string[] } {
  const extension = extname(fileURLToPath(besideUrl));
  const filename = fileURLToPath(new URL(`${name}${extension}`, besideUrl));
  if (extension !== '.ts') return { filename };
  const loader = `import { register } from '${import.meta.resolve('tsx/esm/api')}'; register();`;
  return { filename, execArgv: ['--import', `data:text/javascript,${encodeURIComponent(loader)}`] };
}
