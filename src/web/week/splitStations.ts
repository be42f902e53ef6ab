const ARRAY = '"ground_stations":[';
const [QUOTE, BACKSLASH, OPEN, CLOSE, END] = [0x22, 0x5c, 0x7b, 0x7d, 0x5d];

/**
 * Splits an answer that arrives in pieces into stations, so that each shows as it arrives and hundreds of weeks never
 * stand in memory at once.
 *
 * @returns function that takes the next piece and returns the JSON texts of the stations that it completes
 */
export function createStationSplitter(): (piece: string) => string[] {
  let begun = false;
  let ended = false;
  let rest = '';
  let at = 0;
  let begin = 0;
  let depth = 0;
  let inString = false;

  /** Reads one character; returns whether it ends a station. */
  const endsStation = (character: number): boolean => {
    if (inString) {
      if (character === BACKSLASH) at++;
      else if (character === QUOTE) inString = false;
      return false;
    }
    if (character === QUOTE) inString = true;
    else if (character === OPEN && depth++ === 0) begin = at;
    else if (character === END && depth === 0) ended = true;
    return character === CLOSE && --depth === 0;
  };
  return (piece) => {
    const texts: string[] = [];
    rest += piece;
    if (!begun) {
      const found = rest.indexOf(ARRAY);
      if (found === -1) return texts;
      begun = true;
      at = found + ARRAY.length;
    }
    for (; at < rest.length; at++) {
      if (ended) break;
      if (endsStation(rest.charCodeAt(at))) texts.push(rest.slice(begin, at + 1));
    }
    const kept = depth === 0 ? Math.min(at, rest.length) : begin;
    rest = ended ? '' : rest.slice(kept);
    at -= kept;
    begin -= kept;
    return texts;
  };
}
