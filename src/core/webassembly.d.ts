/** The part of the WebAssembly JavaScript interface that the core uses; Node's types leave it to the DOM's. */
declare namespace WebAssembly {
  interface Module {
    readonly [Symbol.toStringTag]: 'WebAssembly.Module';
  }
  namespace Module {
    function imports(module: Module): { module: string; name: string; kind: string }[];
    function exports(module: Module): { name: string; kind: string }[];
  }
  class Memory {
    constructor(descriptor: { initial: number; maximum: number; shared: boolean });
    readonly buffer: SharedArrayBuffer;
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
  function compile(bytes: Uint8Array): Promise<Module>;
}
