/** Returns the milliseconds of a monotonic clock that the host lends to the core: performance.now(). */
// @ts-ignore: a decorator of AssemblyScript
@external('env', 'now')
export declare function now(): f64;
