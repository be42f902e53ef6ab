/**
 * Writes which satellites of a catalogue each row of the built-in table takes. Read what changed before you commit it.
 *
 *     npx tsx scripts/goldens/constellations.ts CATALOGUE > test/golden/constellations.txt
 */
import { readCatalogue } from '../../src/catalogue/sources/source.js';
import { namesByRow } from '../../test/helpers/namesByRow.js';

const [catalogue = ''] = process.argv.slice(2);
process.stdout.write(namesByRow((await readCatalogue(catalogue)).elsets));
