import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What a thread or a process runs: the module of that name beside the module with that URL, compiled, or the source where the
 * sources run as they are. There it needs the loader of its own that Node 20 does not hand down to it.
 */
export function threadEntry(name: string, besideUrl: string): { filename: string; execArgv?: string[] } {
  const extension = extname(fileURLToPath(besideUrl));
  const filename = fileURLToPath(new URL(`${name}${extension}`, besideUrl));
  if (extension !== '.ts') return { filename };
  const loader = `import { register } from '${import.meta.resolve('tsx/esm/api')}'; register();`;
  return { filename, execArgv: ['--import', `data:text/javascript,${encodeURIComponent(loader)}`] };
}
