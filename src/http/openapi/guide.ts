import { BASE_PATH, DAY_MS, MAX_PER_PAGE, RATE_LIMITS, STATIONS_PER_ACCOUNT, WINDOW_EPOCHS } from '../../spec.js';

/** Part of the guide that goes beyond single calls; backticks in its paragraphs enclose `code`. */
interface Chapter {
  id: string;
  title: string;
  paragraphs: readonly string[];
}

const { interference, other } = RATE_LIMITS;
const days = (WINDOW_EPOCHS * 60_000) / DAY_MS;
const epochs = WINDOW_EPOCHS.toLocaleString('en');

export const INTRODUCTION: readonly string[] = [
  `How many satellites could interfere with yours: for a tracked satellite, a place, a minute and a frequency band, over a ${days}-day analysis window, on a HEALPix grid. The intensity is co-visibility, a statistical proxy, and not a carrier-to-interference ratio.`,
  `All paths are below \`${BASE_PATH}\`; \`/health_check\`, \`/health/live\` and \`/health/ready\` are answered at the root of the server too. HEAD is answered as GET without the body, OPTIONS with the methods of the path. Every parameter may be given once; unknown ones are refused. Numbers in paths and queries may begin with zeros. Answers are \`application/json\`, those of \`clear_passes\` also \`application/x-ndjson\`; a call whose Accept leaves that out is refused with 406, but for health checks. What is marked \`x-extension\` goes beyond the specification of the service.`,
];

export const GUIDE: readonly Chapter[] = [
  {
    id: 'limits',
    title: 'Limits',
    paragraphs: [
      `An account has ${interference.calls} calls a minute to interference and coverage analysis, and ${other.calls} other calls an hour, unless the service is set up otherwise. They are counted together, whatever token or server they use. \`X-RateLimit-Limit\` and \`X-RateLimit-Remaining\` tell what is left of the limit that the call counts against, and \`X-RateLimit-Reset\`, in seconds since 1970, when all of it is there again. \`DELETE /auth\` and answers with 304 cost nothing, and work when nothing is left (a 304 costs a call if it needs a past day that is not in memory any more); OPTIONS costs nothing and tells no limit.`,
      'Beyond a limit the answer is 429 at once, nothing is queued. Wait for the seconds of `Retry-After` (`retry_after` in the body), then ask again. `POST /auth` is limited by email and by address; tokens that exist keep working.',
      `A time range has at most ${days} days, ${epochs} minutes; a page at most ${MAX_PER_PAGE.toLocaleString('en')} cells; an account at most ${STATIONS_PER_ACCOUNT} ground stations. One call of \`all_ground_stations\` answers for all of them. Give a call 60 seconds.`,
    ],
  },
  {
    id: 'windows',
    title: 'Analysis windows',
    paragraphs: [
      `A window is ${days} days, ${epochs} minutes from a whole UTC minute on, with one state of the catalogue: for each satellite the element set nearest its start. All questions of interference are answered from the newest window. Times outside of it are refused with \`TIMESTAMP_OUTSIDE_WINDOW\`: \`timestamp\` and \`start_time\` may be \`start\` to \`last\` of \`details.valid_range\`, \`end_time\` may be its \`end\`.`,
      'A new window opens at 00:00 UTC each day, and after an import that changes the catalogue; until it is loaded the one before goes on answering. Numbers may differ between two windows, as element sets do; within one they never change.',
      'To follow, ask `GET /tracked_satellites/{id}` now and then: another `analysis_window.id` is another window, and `coverage_analysis_run_id` is the run in it. A run belongs to one window, and answers until that has ended; the ids of its cells are stable.',
    ],
  },
  {
    id: 'etags',
    title: 'ETags',
    paragraphs: [
      'Answers about interference and coverage analysis have an `ETag`, which stays the same as long as window, station and build of the service do. Keep it with the answer, and send it back as `If-None-Match`: 304 without a body means that what you have is still right. It costs neither a call of the limit nor a computation, unless it needs a past day that is not in memory any more.',
      'An ETag names the answer apart from its `meta`. It is weak (`W/"…"`): take it as it is, with its quotes.',
    ],
  },
  {
    id: 'error-bodies',
    title: 'Errors',
    paragraphs: [
      'An error is `{ "error": { "code", "message", "details" }, "meta" }`. Programs go by the status and `code`; `message` is for people: it names the value, the place and what is allowed, and its words may change. `details` has the rule of each bad parameter (400) or field of the body (422) under its name. A 429 has `retry_after` in place of `meta`.',
      'Try again after 429 and 503, when `Retry-After` says so; after a broken connection any GET. All other errors stay until the request is another. To ask about an error, quote `meta.request_id`, which `X-Request-Id` repeats: send one of your own, a UUID, and it is used.',
    ],
  },
  {
    id: 'growth',
    title: 'How answers may grow',
    paragraphs: [
      `Below \`${BASE_PATH}\` nothing that is described here is taken away, renamed or given another type or meaning. New calls, new optional parameters, new headers, new fields of answers and, where this document allows any text beside the values of an \`enum\`, new values may come at any time.`,
      'So clients ignore fields and headers that they do not know, and take a value that they do not know for some other one: schemas of answers are open. Bodies of requests are not: an unknown field is refused, so that a misspelt name is told.',
    ],
  },
];

/** The whole guide as Markdown. */
export function guideText(): string {
  const chapters = GUIDE.map(({ title, paragraphs }) => [`## ${title}`, ...paragraphs].join('\n\n'));
  return [...INTRODUCTION, ...chapters].join('\n\n');
}
