import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Finds the file that a thread or process starts with: the module `name` beside `besideUrl`, compiled or, if the
 * sources run as they are, as TypeScript. Then `execArgv` loads a TypeScript loader: Node 20 does not pass that of the
 * process on to threads.
 */
export function threadEntry(name: string, besideUrl: string): { filename: string; execArgv?: string[] } {
  const extension = extname(fileURLToPath(besideUrl));
  const filename = fileURLToPath(new URL(`${name}${extension}`, besideUrl));
  if (extension !== '.ts') return { filename };
  const loader = `import { register } from '${import.meta.resolve('tsx/esm/api')}'; register();`;
  return { filename, execArgv: ['--import', `data:text/javascript,${encodeURIComponent(loader)}`] };
}
