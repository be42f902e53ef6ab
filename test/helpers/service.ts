import type { ExecutionContext } from 'ava';
import { readConfig } from '../../src/config.js';
import { type Service, startService } from '../../src/main.js';
import { createMigratedDatabase, hasServer } from './postgres.js';
import { temporaryDirectory } from './files.js';
import { PATIENT } from './until.js';
import { keptLog } from './log.js';
import { type SmallService, startSmallService } from './smallService.js';
import { today } from './clock.js';

interface Reply {
  status: number;
  /** Parsed body; tests read it in the shape that they expect. */
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any;
}

export interface RunningService extends Service {
  /** Sends a GET request to the API with the token of the service's first account, or another one. */
  get(path: string, token?: string): Promise<Reply>;
}

type Settings = Record<string, string>;

/**
 * Settings of a new installation on each kind of database. Without a Postgres server only the embedded one, with a line
 * in the log.
 */
export async function installations(t: ExecutionContext): Promise<Settings[]> {
  const server = await serverInstallation(t);
  return [embeddedInstallation(t), ...(server === undefined ? [] : [server])];
}

/**
 * Settings of an installation on the test server if there is one, as it starts sooner; else on an embedded database.
 */
export async function anyInstallation(t: Pick<ExecutionContext, 'teardown'>): Promise<Settings> {
  const server = await createMigratedDatabase();
  if (server === undefined) return embeddedInstallation(t);
  t.teardown(() => server.drop());
  return { ...embeddedInstallation(t), DATABASE_URL: server.databaseUrl };
}

export function embeddedInstallation(t: Pick<ExecutionContext, 'teardown'>): Settings {
  return { SIDELOBE_DATA_DIR: temporaryDirectory(t), PORT: '0', WORKERS: '1', ...PATIENT };
}

/**
 * Settings of an installation on the test server. Without a server: undefined, with a line in the log; with CI=true the
 * test fails.
 */
export async function serverInstallation(t: ExecutionContext): Promise<Settings | undefined> {
  return hasServer(t) ? anyInstallation(t) : undefined;
}

/** Starts the whole service with these settings; it is stopped at the end of the test. */
export async function startTestService(
  t: ExecutionContext,
  settings: Settings,
  options = { demo: true },
): Promise<RunningService> {
  await today();
  const service = await startService(readConfig(settings), keptLog().log, options);
  return running(t, service, service.demo?.token);
}

/** Starts the service over a part of the catalogue, in a fraction of the time that the demo's whole catalogue takes. */
export async function startSmallTestService(
  t: ExecutionContext,
  settings: Settings,
): Promise<RunningService & SmallService> {
  const service = await startSmallService(readConfig(settings), keptLog().log);
  return running(t, service, service.token);
}

function running<T extends Service>(t: ExecutionContext, service: T, ownToken?: string): T & RunningService {
  t.teardown(() => service.stop());
  return {
    ...service,
    async get(path, token = ownToken) {
      const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` };
      const response = await fetch(`${service.url}/api/v1${path}`, { ...(headers && { headers }) });
      return { status: response.status, json: await response.json() };
    },
  };
}
