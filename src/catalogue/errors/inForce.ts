import { ALL_SATELLITES, PERIGEE_CLASSES } from './classes.js';
import { atLeast, createErrorLaws, ERROR_AGES_HOURS, type ErrorLaw, type ErrorRow, LEAST_PAIRS } from './law.js';

/** Class of satellites, and what is known of its errors. */
export interface ClassErrors {
  errorClass: string;
  /** Where its errors are known from; null where those of another class hold. */
  source: ErrorLaw['source'] | null;
  /**
   * Number of the class's pairs of element sets: of the ages that were fitted or, where they are too few for all, of all
   * ages; for published errors that of the publication, for the model 0.
   */
  pairs: number;
  /** Errors by age; none where those of another class hold. `pairs` is 0 where an age was not fitted. */
  ages: Omit<ErrorRow, 'errorClass'>[];
  /** Class whose errors hold instead, or BY_PERIGEE; null where its own do. */
  fallsBackTo: string | null;
}

/** Stands for the classes by perigee: satellites of one constellation may have several. */
export const BY_PERIGEE = 'perigee';

/** A satellite whose errors are published, which hold where neither its class nor a parent is fitted. */
const PUBLISHED = { name: 'STARLINK-1007', perigeeKm: 545 };

/**
 * Lists the classes of error and the errors that hold for each: constellations that have a pair, by name; Starlink
 * where its published errors hold; classes by perigee; all satellites.
 *
 * @param rows errors of the last fit
 */
export function errorsInForce(rows: readonly ErrorRow[]): ClassErrors[] {
  const laws = createErrorLaws(rows, '');
  const general = [
    ...PERIGEE_CLASSES.map(({ name, belowKm }) => ({ errorClass: name, perigeeKm: Math.min(belowKm - 1, 2_000) })),
    // NaN is in no class by perigee.
    { errorClass: ALL_SATELLITES, perigeeKm: NaN },
  ];
  const names = new Set(rows.map(({ errorClass }) => errorClass));
  for (const { errorClass } of general) names.delete(errorClass);
  const published = laws.of(PUBLISHED);
  const isPublished = published.source === 'published';
  return [
    ...[...names]
      .sort()
      .map((name) => ofClass(name, rows, isPublished && name.startsWith('starlink') ? published : undefined)),
    ...(isPublished ? [ofClass(published.errorClass, rows, published)] : []),
    ...general.map(({ errorClass, perigeeKm }) => ofClass(errorClass, rows, laws.of({ name: '', perigeeKm }))),
  ];
}

/** Errors of one class; `law` is the one that holds for its satellites, where that is the same for all. */
function ofClass(errorClass: string, rows: readonly ErrorRow[], law: ErrorLaw | undefined): ClassErrors {
  const own = rows.filter((row) => row.errorClass === errorClass);
  const fitted = own.filter((row) => row.pairs >= LEAST_PAIRS);
  const pairs = (fitted.length > 0 ? fitted : own).reduce((sum, row) => sum + row.pairs, 0);
  if (fitted.length > 0) {
    const ages = fitted.map(({ ageHours, pairs: ofAge, km }) => ({ ageHours, pairs: ofAge, km: atLeast(km) }));
    return { errorClass, source: 'fitted', pairs, ages, fallsBackTo: null };
  }
  if (law?.errorClass !== errorClass) {
    return { errorClass, source: null, pairs, ages: [], fallsBackTo: law?.errorClass ?? BY_PERIGEE };
  }
  const ages = ERROR_AGES_HOURS.map((ageHours) => ({ ageHours, pairs: 0, km: law.quantilesKm(ageHours / 24) }));
  return { errorClass, source: law.source, pairs: law.pairs, ages, fallsBackTo: null };
}
