import { UserError } from '../../errors.js';
import { failureOf } from '../text/failure.js';
import type { Field } from '../text/fields.js';
import { readXml, type XmlElement } from '../text/xml.js';
import { elsetsOfOmm, type ParsedElsets } from './omm.js';

/** Parses OMM as XML (CCSDS 505.0-B): an `ndm` of many `omm`, or one `omm`. Throws a `UserError` for other XML. */
export function parseOmmXml(text: string, source: string): ParsedElsets {
  const root = documentOf(text, source);
  const messages = [root, ...children(root, 'ndm')].flatMap((element) => children(element, 'omm'));
  const segments = messages.flatMap((message) => {
    const found = children(message, 'body').flatMap((body) => children(body, 'segment'));
    return found.length > 0 ? found : [message];
  });
  if (segments.length === 0) {
    const found = root.children[0]?.name ?? 'nothing';
    throw new UserError(
      `${source}: this XML holds no OMM: expected <ndm><omm><body><segment>, found <${found.slice(0, 40)}>`,
    );
  }
  return elsetsOfOmm(segments.map((segment, index) => ({ line: index + 1, field: segmentField(segment) })));
}

function documentOf(text: string, source: string): XmlElement {
  try {
    return readXml(text);
  } catch (error) {
    throw new UserError(`${source}: not valid XML (is the file complete?): ${failureOf(error).message}`);
  }
}

function segmentField(segment: XmlElement): Field {
  const data = children(segment, 'data');
  const groups = [
    ...children(segment, 'metadata'),
    ...data.flatMap((element) => children(element, 'meanElements')),
    ...data.flatMap((element) => children(element, 'tleParameters')),
  ];
  return (keyword) => {
    const values = groups.map((group) => children(group, keyword)).find((found) => found.length > 0) ?? [];
    const texts = values.map((value) => (value.children.length > 0 ? value : value.text.trim()));
    return texts.length > 1 ? texts : texts[0];
  };
}

const children = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name);
