import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { UserError } from '../../errors.js';
import { failureOf } from '../text/rejection.js';
import type { Field } from '../text/fields.js';
import { isObject } from '../text/json.js';
import { elsetsOfOmm, type ParsedElsets } from './omm.js';

/**
 * Parsed XML element: its text if it has no children, else an object of its children by name, with an array for several
 * children of one name.
 */
type Node = unknown;

// `htmlEntities` makes the parser resolve numeric references such as &#39; as well.
const PARSER = new XMLParser({
  ignoreDeclaration: true,
  ignorePiTags: true,
  removeNSPrefix: true,
  parseTagValue: false,
  htmlEntities: true,
  // By default the parser spends a sixth of its time on the paths of elements, which only callbacks read, and there are
  // none.
  jPath: false,
});

/** Parses OMM as XML (CCSDS 505.0-B): an `ndm` of many `omm`, or one `omm`. Throws a `UserError` for other XML. */
export function parseOmmXml(text: string, source: string): ParsedElsets {
  const root = documentOf(text, source);
  const messages = [root, ...children(root, 'ndm')].flatMap((element) => children(element, 'omm'));
  const segments = messages.flatMap((message) => {
    const found = children(message, 'body').flatMap((body) => children(body, 'segment'));
    return found.length > 0 ? found : [message];
  });
  if (segments.length === 0) {
    const found = (isObject(root) && Object.keys(root)[0]) || 'nothing';
    throw new UserError(
      `${source}: this XML holds no OMM: expected <ndm><omm><body><segment>, found <${found.slice(0, 40)}>`,
    );
  }
  return elsetsOfOmm(segments.map((segment, index) => ({ line: index + 1, field: segmentField(segment) })));
}

function documentOf(text: string, source: string): Node {
  // A DOCTYPE may declare entities that expand to any size; an OMM has none.
  if (/<!DOCTYPE/i.test(text)) throw new UserError(`${source}: this XML has a DOCTYPE, which an OMM has not`);
  const validity = XMLValidator.validate(text.trimStart());
  try {
    if (validity !== true) throw new Error(`line ${validity.err.line}: ${inShort(validity.err.msg)}`);
    return PARSER.parse(text.trimStart());
  } catch (error) {
    throw new UserError(`${source}: not valid XML (is the file complete?): ${failureOf(error).message}`);
  }
}

function segmentField(segment: Node): Field {
  const data = children(segment, 'data');
  const groups = [
    ...children(segment, 'metadata'),
    ...data.flatMap((element) => children(element, 'meanElements')),
    ...data.flatMap((element) => children(element, 'tleParameters')),
  ];
  return (keyword) => {
    const values = groups.map((group) => children(group, keyword)).find((found) => found.length > 0) ?? [];
    return values.length > 1 ? values : values[0];
  };
}

function children(element: Node, name: string): Node[] {
  const found = isObject(element) && Object.hasOwn(element, name) ? element[name] : [];
  return Array.isArray(found) ? found : [found];
}

/** Shortens a message of the library, which may list every open tag, to one line of at most 300 characters. */
function inShort(message: string): string {
  return message.slice(0, 300).replaceAll(/\s+/g, ' ');
}
