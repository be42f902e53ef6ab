import { UserError } from '../../errors.js';
import type { Field } from '../text/fields.js';
import { children, type Node, parseXml, rootName } from '../text/xml.js';
import { elsetsOfOmm, type ParsedElsets } from './omm.js';

/** Parses OMM as XML (CCSDS 505.0-B): an `ndm` of many `omm`, or one `omm`. Throws a `UserError` for other XML. */
export function parseOmmXml(text: string, source: string): ParsedElsets {
  const root = parseXml(text, source, { removeNSPrefix: true });
  const messages = [root, ...children(root, 'ndm')].flatMap((element) => children(element, 'omm'));
  const segments = messages.flatMap((message) => {
    const found = children(message, 'body').flatMap((body) => children(body, 'segment'));
    return found.length > 0 ? found : [message];
  });
  if (segments.length === 0) {
    throw new UserError(
      `${source}: this XML holds no OMM: expected <ndm><omm><body><segment>, found <${rootName(root)}>`,
    );
  }
  return elsetsOfOmm(segments.map((segment, index) => ({ line: index + 1, field: segmentField(segment) })));
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
