/**
 * Settings of services that wait longer for the database than they would: beside other tests a statement may take
 * seconds. Tests of time-outs leave them out.
 */
export const PATIENT = { DATABASE_TIMEOUT_MS: '30000' } as const;
export const PATIENCE_MS = Number(PATIENT.DATABASE_TIMEOUT_MS);
