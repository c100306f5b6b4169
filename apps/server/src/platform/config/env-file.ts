import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { folders } from '#platform/folders.ts';
import { settings } from './schema.ts';

/** Takes the settings of the file `.env` over. What the shell sets wins. */
export function loadEnvFile(): void {
  const file = join(folders.root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/** The given settings and beneath them those of the file `.env`, for whoever must not take them over. */
export function withEnvFile(env: NodeJS.ProcessEnv, file = join(folders.root, '.env')): NodeJS.ProcessEnv {
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...env } : env;
}

/** The names in `.env` that are no settings, perhaps because they are misspelt. Those of the web application's build begin with VITE_. */
export function strangersInEnvFile(file = join(folders.root, '.env')): string[] {
  if (!existsSync(file)) return [];
  const known = new Set<string>(Object.values(settings).map(({ env }) => env));
  const names = Object.keys(parseEnv(readFileSync(file, 'utf8')));
  return names.filter((name) => !known.has(name) && !name.startsWith('VITE_'));
}
