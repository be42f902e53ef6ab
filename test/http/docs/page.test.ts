import test from 'ava';
import { readConfig } from '../../../src/config.js';
import { html, prose } from '../../../src/http/docs/html.js';
import { referencePage } from '../../../src/http/docs/page.js';
import { document } from '../../helpers/openapi.js';
import { PATIENT } from '../../helpers/until.js';
import { withApp, withServer } from '../../helpers/server.js';

const page = referencePage(document, 'http://127.0.0.1:8080/api/v1');

test('a template escapes values, keeps HTML, and leaves out absent values', (t) => {
  const inner = html`<b>${'<&>"\''}</b>`;
  t.is(html`${inner}${false}${undefined}${['a', inner]}${0}`.text.split('&lt;&amp;&gt;&quot;&#39;').length, 3);
  t.is(html`${inner}`.text, '<b>&lt;&amp;&gt;&quot;&#39;</b>');
  t.is(prose('a `b<` c').text, 'a <code>b&lt;</code> c');
});

test('the page has every operation with its parameters, and every link inside of it leads somewhere', (t) => {
  for (const methods of Object.values(document.paths)) {
    for (const { operationId, parameters } of Object.values(methods)) {
      const article = page.slice(page.indexOf(`<article id="${operationId}"`)).split('</article>')[0] ?? '';
      t.true(page.includes(`<article id="${operationId}"`));
      for (const { name } of parameters) t.true(article.includes(`<code>${String(name)}</code>`), operationId);
    }
  }
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  t.is(new Set(ids).size, ids.length, 'no id twice');
  for (const [, target] of page.matchAll(/ href="#([^"]+)"/g)) t.true(ids.includes(target), target);
  for (const [, label] of page.matchAll(/ aria-labelledby="([^"]+)"/g)) t.true(ids.includes(label), label);
});

test('the page holds no script, no style of its own, and asks nobody else for anything', (t) => {
  t.notRegex(page, /<script|<style| style=| on[a-z]+=|<img|<iframe|javascript:/i);
  t.deepEqual(
    [...page.matchAll(/ (?:src|href)="([^#"][^"]*)"/g)].map(([, url]) => url),
    ['docs.css', 'openapi.json'],
  );
});

test('page and style sheet are served to everybody at the root, under a policy that lets nothing else in', (t) =>
  withServer(t, async ({ call, port }) => {
    const { status, headers, text } = await call('/docs');
    t.is(status, 200);
    t.is(headers.get('content-type'), 'text/html; charset=utf-8');
    t.is(text, page.replaceAll('http://127.0.0.1:8080/', `http://127.0.0.1:${port}/`));
    t.regex(headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'self';/);
    t.is(headers.get('x-ratelimit-limit'), null);
    const style = await call('/docs.css');
    t.is(style.status, 200);
    t.is(style.headers.get('content-type'), 'text/css; charset=utf-8');
    t.true(style.text.includes('prefers-color-scheme: dark'));
    t.is((await call('/docs/')).status, 404);
  }));

test('the examples are for PUBLIC_URL, else for this machine, whatever host a client names', (t) =>
  withServer(t, async ({ raw, port, db, analysis }) => {
    const baseIn = (text: string): string | undefined => /<code>BASE=([^\n]*)/.exec(text)?.[1];
    for (const host of ['api.example.org', '[::1]:8080', '$(reboot)', 'a"b', '<b>', '']) {
      const headers = `Host: ${host}\r\nX-Forwarded-Host: a.example\r\nConnection: close`;
      t.is(baseIn(await raw(`GET /docs HTTP/1.1\r\n${headers}\r\n\r\n`)), `http://127.0.0.1:${port}/api/v1`, host);
    }
    const dependencies = { knex: db.knex, analysis };
    const published = {
      ...dependencies,
      settings: readConfig({ ...PATIENT, PUBLIC_URL: 'https://example.org/sidelobe/' }),
    };
    await withApp(t, published, async ({ call }) => {
      t.is(baseIn((await call('/docs')).text), 'https://example.org/sidelobe/api/v1');
      t.regex(
        (await call('/nothing')).headers.get('link') ?? '',
        /^<https:\/\/example\.org\/sidelobe\/openapi\.json>;/,
      );
    });
  }));
