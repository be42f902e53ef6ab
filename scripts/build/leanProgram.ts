import binaryen from 'binaryen';

/**
 * Removes from a WebAssembly program all exported functions that a text does not name, and every function that only
 * they need. The other functions stay unchanged. Exported numbers stay too, as the core composes their names.
 *
 * @param text JavaScript that calls the program
 */
export function leanProgram(program: Uint8Array, text: string): Uint8Array {
  const named = new Set(text.match(/\w+/g));
  const module = binaryen.readBinary(program);
  try {
    const exported = Array.from({ length: module.getNumExports() }, (_, k) => {
      return binaryen.getExportInfo(module.getExportByIndex(k));
    });
    for (const { name, kind } of exported) {
      if (kind === binaryen.ExternalFunction && !named.has(name)) module.removeExport(name);
    }
    module.runPasses(['remove-unused-module-elements']);
    return module.emitBinary();
  } finally {
    module.dispose();
  }
}
