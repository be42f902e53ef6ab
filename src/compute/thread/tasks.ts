/**
 * The tasks of the pool's threads: each is a function of the thread's core and of the task, a plain object whose
 * pointers are into the shared memory. The pool has a method of the same name (../pool.ts). These files export tasks
 * only.
 */
export * from './assemble.js';
export * from './cells.js';
export * from './ephemeris.js';
export * from './gather.js';
export * from './fill.js';
export * from './sky.js';
export * from './station.js';
export * from './states.js';
export * from './sweepBlock.js';
