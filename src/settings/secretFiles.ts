import { readFileSync } from 'node:fs';
import { UserError } from '../errors.js';

/** Variables that may hold a password, and may therefore stand in a file. */
export const SECRETS: readonly string[] = ['DATABASE_URL', 'CATALOGUE_URLS', 'TRANSMITTERS_URLS'];

/**
 * Sets each secret `NAME` to the content, without blanks around it, of the file whose path `NAME_FILE` gives:
 * containers and systemd pass secrets as files, and an environment can be read by more people than a file.
 *
 * @throws UserError if both are set, or the file cannot be read or is empty
 */
export function withFiles(env: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  const read = { ...env };
  const faults: string[] = [];
  for (const name of SECRETS) {
    const path = env[`${name}_FILE`];
    if (path === undefined) continue;
    const content = contentOf(path);
    if (env[name] !== undefined) faults.push(`${name}_FILE=${path}: ${name} is set too: allowed: one of them`);
    else if (content instanceof Error) faults.push(`${name}_FILE=${path}: cannot be read (${content.message})`);
    else if (content === '') faults.push(`${name}_FILE=${path}: the file is empty: write the value of ${name} into it`);
    else read[name] = content;
  }
  if (faults.length > 0) throw new UserError(faults.join('\n'));
  return read;
}

function contentOf(path: string): string | Error {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
