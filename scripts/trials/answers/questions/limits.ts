import { BASE_PATH } from '../../../../src/spec.js';
import { get, query, type Question, send } from '../question.js';

/** Calls that an account has, of each kind, while these questions are asked. */
export const FEW_CALLS = 4;

/** Questions beyond the limits on calls, sign-ins and unknown tokens; afterwards this network's unknown tokens are refused. */
export function limitQuestions(): Question[] {
  const auth = `${BASE_PATH}/auth`;
  const poor = { as: 'poor' } as const;
  const nobody = { as: 'nobody' } as const;
  const week = `${BASE_PATH}/interference/timeseries${query({ tracked_satellite_id: '{tracked}', lat: 1, lon: 2 })}`;
  const calls = (path: string): Question[] => Array.from({ length: FEW_CALLS + 2 }, () => get(path, poor));
  const guess = { email: 'poor@example.org', password: 'a wrong password' };
  return [
    send('POST', auth, { ...guess, password: '{password}' }, { ...nobody, keep: ['poor token', 'data.token'] }),
    send(
      'POST',
      `${BASE_PATH}/tracked_satellites`,
      { norad_number: 25_544 },
      { ...poor, keep: ['tracked', 'data.id'] },
    ),
    ...calls(week.replace('%7B', '{').replace('%7D', '}')),
    ...calls(`${BASE_PATH}/me`),
    send('POST', `${BASE_PATH}/ground_stations`, '{', poor),
    { ...get(`${BASE_PATH}/me`, poor), method: 'HEAD' },
    get(`${BASE_PATH}/health_check`, poor),
    ...Array.from({ length: 23 }, () => send('POST', auth, guess, nobody)),
    send('POST', auth, { ...guess, password: '{password}' }, nobody),
    send('POST', '/page/session', { ...guess, password: '{password}' }, { as: 'session' }),
    send('DELETE', auth, undefined, poor),
    get(`${BASE_PATH}/me`, { ...nobody, headers: { authorization: `Bearer sl_${'0'.repeat(36)}` }, times: 110 }),
  ];
}
