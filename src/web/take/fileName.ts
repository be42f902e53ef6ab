/** Name of a file made of words: `sidelobe-iss-zarya-berlin-passes.csv`. */
export function fileName(words: readonly string[], ending: string): string {
  const plain = ['sidelobe', ...words].join('-').normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const slug = plain.toLowerCase().replaceAll(/[^\p{L}\p{N}.]+/gu, '-');
  return `${slug.replaceAll(/^-+|-+$/g, '').slice(0, 100)}.${ending}`;
}
