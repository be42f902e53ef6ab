/** Milliseconds of a steady clock, which the host lends to the core: performance.now(). */
// @ts-ignore: a decorator of AssemblyScript
@external('env', 'now')
export declare function now(): f64;
