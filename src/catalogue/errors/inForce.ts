import { ALL_SATELLITES, PERIGEE_CLASSES } from './classes.js';
import { atLeast, createErrorLaws, ERROR_AGES_HOURS, type ErrorLaw, type ErrorRow, LEAST_PAIRS } from './law.js';

/** Class of satellites, and the errors along the track that hold for it. */
export interface ClassErrors {
  errorClass: string;
  /** Origin of its errors; null if the errors of another class hold. */
  source: ErrorLaw['source'] | null;
  /**
   * Number of pairs of element sets of the class: at the fitted ages or, if none has enough pairs to be fitted, at all
   * ages. For published errors the number in the publication; 0 for the model.
   */
  pairs: number;
  /** Errors by age; none if the errors of another class hold. `pairs` is 0 for errors that were not fitted. */
  ages: Omit<ErrorRow, 'errorClass'>[];
  /** Class whose errors hold instead, or BY_PERIGEE; null if the class has errors. */
  fallsBackTo: string | null;
}

/** Stands for several classes: each satellite of the constellation falls back to its own class by perigee. */
export const BY_PERIGEE = 'perigee';

/** A Starlink satellite: the published errors hold for it if none of its classes is fitted. */
const PUBLISHED = { name: 'STARLINK-1007', perigeeKm: 545 };

/**
 * Lists the classes of satellites and the errors that hold for each: constellations that have a pair, by name;
 * Starlink, if its published errors hold; classes by perigee; all satellites.
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

/** Errors of one class; `law` holds for all its satellites, and is undefined if several laws hold for them. */
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
