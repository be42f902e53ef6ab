import test from 'ava';
import { browserOf } from '../../src/web/account/browserOf.js';

test('browsers are told by name and system', (t) => {
  const kit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  const cases = [
    ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${kit} Chrome/126.0 Safari/537.36 Edg/126.0`, 'Edge on Windows'],
    [`Mozilla/5.0 (Linux; Android 10; K) ${kit} Chrome/126.0 Mobile Safari/537.36`, 'Chrome on Android'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/17 Safari/605', 'Safari on macOS'],
    ['curl/8.5.0', 'Another browser'],
    ['', 'Another browser'],
  ] as const;
  for (const [userAgent, expected] of cases) t.is(browserOf(userAgent), expected);
});
