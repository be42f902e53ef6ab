import { VERSION } from '../../settings/buildVersion.js';
import { BASE_PATH } from '../../spec.js';
import { addressOf } from '../context.js';
import type { Route } from '../route.js';
import { guideText } from './guide.js';
import { headerComponents } from './headers.js';
import { parametersOf } from './parameters.js';
import { errorResponses, responsesOf } from './responses.js';
import { createSchemas, type JsonSchema, type Schemas } from './schemas.js';

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters: JsonSchema[];
  requestBody?: JsonSchema;
  responses: JsonSchema;
  security?: JsonSchema[];
  description?: string;
  'x-extension'?: true;
  'x-dependencies'?: string[];
}

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: JsonSchema;
  servers: { url: string; description: string; 'x-internal': boolean }[];
  security: JsonSchema[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: JsonSchema;
}

/** Tags of operations, by the first segment of their paths. */
const TAGS: readonly { segments: readonly string[]; name: string; description: string }[] = [
  { segments: ['auth', 'me'], name: 'Account', description: 'Tokens, and who you are' },
  {
    segments: ['satellites', 'element_errors'],
    name: 'Catalogue',
    description: 'All satellites, whoever tracks them',
  },
  { segments: ['tracked_satellites'], name: 'Tracked satellites', description: 'What the account tracks' },
  { segments: ['ground_stations'], name: 'Ground stations', description: "The account's receivers" },
  {
    segments: ['interference'],
    name: 'Interference',
    description: 'How many satellites could interfere; needs the Enterprise plan',
  },
  {
    segments: ['coverage_analysis_runs'],
    name: 'Coverage analysis',
    description: 'The cells behind the answers, for maps; needs the Enterprise plan',
  },
  { segments: ['health_check', 'health'], name: 'Health', description: 'Whether the service answers' },
];

const VERBS = { GET: 'get', POST: 'create', PUT: 'replace', PATCH: 'update', DELETE: 'delete' } as const;

/**
 * Operation id of a route: `GET /tracked_satellites/:id` is getTrackedSatellite. The name before an id
 * becomes singular, and so does the name of a list to which POST adds.
 */
function operationIdOf({ method, path }: Route): string {
  const segments = path.split('/').slice(1);
  const words = segments.flatMap((segment, index) => {
    if (segment.startsWith(':')) return [];
    const isOne = segments[index + 1] === ':id' || (method === 'POST' && index === segments.length - 1);
    return (isOne ? segment.replace(/s$/, '') : segment).split('_');
  });
  return VERBS[method] + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function tagOf({ path }: Route): string {
  const [, first = ''] = path.split('/');
  return TAGS.find(({ segments }) => segments.includes(first))?.name ?? first;
}

function requestBodyOf({ body, example }: Route, schemas: Schemas): JsonSchema | undefined {
  if (body === undefined) return undefined;
  return { required: true, content: { 'application/json': { schema: schemas.input(body), example: example.body } } };
}

/** Tells the needed plan, and parameters that replace each other; these also in IDL4OAS, a language for such rules. */
function needsOf({ either, enterprise }: Route): Pick<Operation, 'description' | 'x-dependencies'> {
  const plan = enterprise ? 'Needs the Enterprise plan.' : '';
  if (either.length === 0) return plan === '' ? {} : { description: plan };
  const groups = either.map((names) => names.map((name) => `\`${name}\``).join(' and ')).join(', or ');
  const wholly = either.filter(({ length }) => length > 1).map((names) => `AllOrNone(${names.join(', ')});`);
  return {
    description: `${plan} Needs ${groups}.`.trim(),
    'x-dependencies': [`OnlyOne(${either.map(([first]) => first).join(', ')});`, ...wholly],
  };
}

function operationOf(route: Route, schemas: Schemas): Operation {
  const requestBody = requestBodyOf(route, schemas);
  return {
    operationId: operationIdOf(route),
    summary: route.summary,
    tags: [tagOf(route)],
    ...(route.auth === 'none' && { security: [] }),
    ...needsOf(route),
    ...(route.extension && { 'x-extension': true as const }),
    parameters: parametersOf(route, schemas),
    ...(requestBody && { requestBody }),
    responses: responsesOf(route, schemas),
  };
}

/** The OpenAPI 3.1 document of routes below the base path; without a public URL its server's address is relative. */
export function openApiDocument(routes: readonly Route[], publicUrl: string | undefined): OpenApiDocument {
  const schemas = createSchemas();
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, schemas) };
  }
  const responses = errorResponses(schemas);
  const used = new Set(routes.map(tagOf));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sidelobe',
      summary: 'Satellite interference analysis',
      description: guideText(),
      version: VERSION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: addressOf(BASE_PATH, publicUrl),
        description: 'the service that this document is of',
        'x-internal': false,
      },
    ],
    security: [{ bearer: [] }],
    tags: TAGS.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API token, `Authorization: Bearer <API_TOKEN>`, of `POST /auth` or of the command line',
        },
      },
      headers: headerComponents(),
      schemas: schemas.components,
      responses,
    },
  };
}
