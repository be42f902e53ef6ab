import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Entry of a thread or a process: the module of that name beside the module with that URL, compiled, or its source
 * where sources run as they are. A source needs a loader of its own, which Node 20 does not hand down to it.
 */
export function threadEntry(name: string, besideUrl: string): { filename: string; execArgv?: string[] } {
  const extension = extname(fileURLToPath(besideUrl));
  const filename = fileURLToPath(new URL(`${name}${extension}`, besideUrl));
  if (extension !== '.ts') return { filename };
  const loader = `import { register } from '${import.meta.resolve('tsx/esm/api')}'; register();`;
  return { filename, execArgv: ['--import', `data:text/javascript,${encodeURIComponent(loader)}`] };
}
