import { useSubject } from '../satellites/useSubject.js';
import { Explorer } from './explorer.js';

/** Map of a satellite, and the week at a place. */
export function ExplorerView({ query }: { query: URLSearchParams }) {
  const subject = useSubject('/map', query);
  return 'instead' in subject ? subject.instead : <Explorer {...subject} />;
}
