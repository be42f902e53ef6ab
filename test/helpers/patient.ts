/**
 * Settings of services that wait longer for the database, and for a turn, than they would: beside other tests a statement
 * or a computation may take seconds. Tests of time-outs leave them out.
 */
export const PATIENT = { DATABASE_TIMEOUT_MS: '30000', OVERLOAD_WAIT_MS: '30000' } as const;
export const PATIENCE_MS = Number(PATIENT.DATABASE_TIMEOUT_MS);
