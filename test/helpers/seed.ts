import fc from 'fast-check';

/** Seed of all property tests: TEST_SEED if it is set, else always 1. */
export const seed = Number(process.env['TEST_SEED'] || 1);
if (!Number.isSafeInteger(seed)) {
  throw new Error(`TEST_SEED is ${JSON.stringify(process.env['TEST_SEED'])}: it must be a whole number, such as 1`);
}

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
