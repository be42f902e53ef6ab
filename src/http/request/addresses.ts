import { BASE_PATH } from '../../spec.js';

/** A path of the service under its public URL, or from the root without one. */
export function addressOf(path: string, publicUrl = ''): string {
  return publicUrl.replace(/\/+$/, '') + path;
}

/** Addresses of the API and its descriptions, told to clients that ask for an unknown path. */
export function entrances(publicUrl: string | undefined) {
  return {
    base_path: addressOf(BASE_PATH, publicUrl),
    documentation: addressOf('/docs', publicUrl),
    openapi: addressOf('/openapi.json', publicUrl),
  };
}
