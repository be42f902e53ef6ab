/**
 * Least similarity of like words. `shorter`: share of the shorter word's letter pairs that the longer one has; `both`:
 * Dice coefficient of both words' pairs; `part`: the same, if the longer word has all pairs of the shorter one.
 */
const ALIKE = { shorter: 0.6, both: 0.5, part: 0.3 };
/** Share of the best name's similarity from which other names are told beside it. */
const NEARLY = 0.75;
/** Longest text that is compared: names and paths are shorter. */
const MOST_LENGTH = 100;

/** Words that other services use for names of this API, with too few letters in common to be found by them. */
const SYNONYMS = {
  lon: ['lng'],
  elevation_meters: ['alt', 'altitude', 'height'],
  start_time: ['from', 'begin', 'since'],
  end_time: ['to', 'until'],
  search: ['q', 'query'],
  ipix: ['cell', 'pixel'],
  email: ['user', 'username', 'login'],
};

/** Pairs of neighbouring letters and digits of a word, in lower case, each once. */
function pairsOf(word: string): Set<string> {
  const letters = word.toLowerCase().replaceAll(/[^a-z\d]/g, '');
  return new Set(Array.from(letters.slice(1), (letter, i) => letters.charAt(i) + letter));
}

/**
 * Finds the names that a wrong one may stand for, misspelt, cut or lengthened, the most similar first, by the
 * coefficient of Dice (1945) of their letter pairs. A word of SYNONYMS is taken for its name.
 */
export function similar(wrong: string, names: readonly string[]): string[] {
  if (wrong.length > MOST_LENGTH) return [];
  const [synonym = wrong] = Object.entries(SYNONYMS).find(([, words]) => words.includes(wrong.toLowerCase())) ?? [];
  const given = pairsOf(synonym);
  const alike = names.flatMap((name) => {
    const pairs = pairsOf(name);
    const shared = [...pairs].filter((pair) => given.has(pair)).length;
    const dice = (2 * shared) / (given.size + pairs.size);
    const fewer = Math.min(given.size, pairs.size);
    const least = shared === fewer ? ALIKE.part : ALIKE.both;
    const isAlike = dice >= least && shared >= ALIKE.shorter * Math.max(2, fewer);
    return isAlike ? [{ name, dice }] : [];
  });
  const best = Math.max(...alike.map(({ dice }) => dice));
  return alike
    .filter(({ dice }) => dice >= NEARLY * best)
    .sort((a, b) => b.dice - a.dice)
    .map(({ name }) => name);
}
