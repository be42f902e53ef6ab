import { XMLParser, XMLValidator, type X2jOptions } from 'fast-xml-parser';
import { UserError } from '../../errors.js';
import { isObject } from './json.js';
import { failureOf } from './rejection.js';

/**
 * Parsed XML element: an object of its children (and attributes, unless options leave them out) by name, with an array
 * for several children of one name; its text if it has none of these.
 */
export type Node = unknown;

/**
 * Parses XML; `options` are those of fast-xml-parser. Throws a `UserError` if the text is no XML, or has a DOCTYPE:
 * it may declare entities that expand to any size.
 */
export function parseXml(text: string, source: string, options: X2jOptions): Node {
  if (/<!DOCTYPE/i.test(text)) throw new UserError(`${source}: this XML has a DOCTYPE, which no accepted format has`);
  const parser = new XMLParser({
    ignoreDeclaration: true,
    ignorePiTags: true,
    parseTagValue: false,
    // Makes the parser resolve numeric references such as &#39; as well.
    htmlEntities: true,
    // By default the parser spends a sixth of its time on the paths of elements, which only callbacks read, and there
    // are none.
    jPath: false,
    ...options,
  });
  const validity = XMLValidator.validate(text.trimStart());
  try {
    if (validity !== true) throw new Error(`line ${validity.err.line}: ${inShort(validity.err.msg)}`);
    return parser.parse(text.trimStart());
  } catch (error) {
    throw new UserError(`${source}: not valid XML (is the file complete?): ${failureOf(error).message}`);
  }
}

/** Children of an element by their name, in the order of the file. */
export function children(element: Node, name: string): Node[] {
  const found = isObject(element) && Object.hasOwn(element, name) ? element[name] : [];
  return Array.isArray(found) ? found : [found];
}

/** Name of the outermost element; `nothing` if there is none. */
export function rootName(root: Node): string {
  return ((isObject(root) && Object.keys(root)[0]) || 'nothing').slice(0, 40);
}

/** Shortens a message of the library, which may list every open tag, to one line of at most 300 characters. */
function inShort(message: string): string {
  return message.slice(0, 300).replaceAll(/\s+/g, ' ');
}
