/** Stretch of time in seconds since 1970. */
export interface Span {
  min: number;
  max: number;
}

/** Shortest span: ten minutes. */
const LEAST_SECONDS = 600;

function within(span: Span, whole: Span): Span {
  const length = Math.min(span.max - span.min, whole.max - whole.min);
  const min = Math.min(Math.max(span.min, whole.min), whole.max - length);
  return { min, max: min + length };
}

/** Span magnified about one of its seconds, kept within the whole. */
export function zoomed(span: Span, whole: Span, about: number, factor: number): Span {
  const length = Math.min(Math.max((span.max - span.min) / factor, LEAST_SECONDS), whole.max - whole.min);
  const part = (about - span.min) / (span.max - span.min);
  const min = about - part * length;
  return within({ min, max: min + length }, whole);
}

/** Span moved by a part of its length, kept within the whole. */
export function panned(span: Span, whole: Span, part: number): Span {
  const by = part * (span.max - span.min);
  return within({ min: span.min + by, max: span.max + by }, whole);
}
