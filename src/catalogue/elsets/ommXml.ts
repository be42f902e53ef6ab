import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { UserError } from '../../errors.js';
import { failureOf } from '../text/failure.js';
import type { Field } from '../text/fields.js';
import { isObject } from '../text/json.js';
import { elsetsOfOmm, type ParsedElsets } from './omm.js';

type XmlNode = Record<string, unknown>;

/** Entities that XML itself defines (XML 1.0, 4.6); those that a document defines are never expanded. */
const PREDEFINED: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
};

/** Parses OMM as XML (CCSDS 505.0-B): an `ndm` of many `omm`, or one `omm`. Throws a `UserError` for other XML. */
export function parseOmmXml(text: string, source: string): ParsedElsets {
  // A declaration may only stand first; blank lines before it are forgiven.
  const root = readXml(text.trimStart(), source);
  const messages = [root, ...children(root, 'ndm')].flatMap((node) => children(node, 'omm'));
  const segments = messages.flatMap((message) => {
    const found = children(message, 'body').flatMap((body) => children(body, 'segment'));
    return found.length > 0 ? found : [message];
  });
  if (segments.length === 0) {
    const found = Object.keys(root).find((name) => !name.startsWith('?')) ?? 'nothing';
    throw new UserError(
      `${source}: this XML holds no OMM: expected <ndm><omm><body><segment>, found <${found.slice(0, 40)}>`,
    );
  }
  return elsetsOfOmm(segments.map((segment, index) => ({ line: index + 1, field: segmentField(segment) })));
}

function readXml(text: string, source: string): XmlNode {
  try {
    const valid = XMLValidator.validate(text);
    if (valid !== true) throw new Error(`line ${valid.err.line}: ${valid.err.msg}`);
    const parsed: unknown = new XMLParser({
      ignoreAttributes: true,
      parseTagValue: false,
      processEntities: false,
      removeNSPrefix: true,
    }).parse(text);
    return isObject(parsed) ? parsed : {};
  } catch (error) {
    throw new UserError(`${source}: not valid XML (is the file complete?): ${failureOf(error).message}`);
  }
}

function segmentField(segment: XmlNode): Field {
  const data = children(segment, 'data');
  const groups = [
    ...children(segment, 'metadata'),
    ...data.flatMap((node) => children(node, 'meanElements')),
    ...data.flatMap((node) => children(node, 'tleParameters')),
  ];
  return (keyword) => {
    const value = groups.find((group) => Object.hasOwn(group, keyword))?.[keyword];
    if (typeof value !== 'string') return value;
    return value.replace(/&(?:lt|gt|quot|apos|amp);/g, (reference) => PREDEFINED[reference] ?? reference);
  };
}

/** Elements of a name: one node or an array of them; the parser gives an element without children as text. */
function children(node: XmlNode, name: string): XmlNode[] {
  if (!Object.hasOwn(node, name)) return [];
  const value = node[name];
  return (Array.isArray(value) ? value : [value]).map((child) => (isObject(child) ? child : {}));
}
