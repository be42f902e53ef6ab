/**
 * The part of the WebAssembly JavaScript interface that the core uses. Node's types lack it; only those for browsers
 * have it.
 */
declare namespace WebAssembly {
  class Module {
    private constructor();
    readonly [Symbol.toStringTag]: 'WebAssembly.Module';
    static imports(module: Module): { module: string; name: string; kind: string }[];
    static customSections(module: Module, name: string): ArrayBuffer[];
    static exports(module: Module): { name: string; kind: string }[];
  }
  class Memory {
    constructor(descriptor: { initial: number; maximum: number; shared: boolean });
    readonly buffer: ArrayBufferLike;
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
  function compile(bytes: Uint8Array): Promise<Module>;
}
