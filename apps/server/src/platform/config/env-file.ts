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

/** Variables of Node, the database library, the system and the web application's build, which have an effect without being settings. */
const foreign = /^(?:VITE_|NODE_|UV_|PG|LC_|SSL_CERT_|MALLOC_|LD_|LANG$|TZ$|(?:HTTPS?|NO)_PROXY$)/;

/** The names in `.env` that are no settings, perhaps because they are misspelt. */
export function strangersInEnvFile(file = join(folders.root, '.env')): string[] {
  return existsSync(file) ? Object.keys(parseEnv(readFileSync(file, 'utf8'))).filter(isStranger) : [];
}

/**
 * A sentence for each name that an operator set and that is no setting; never a value. A release notes the names of
 * its environment file (scripts/steps/unit-settings.mjs). Where it has no file, as in a container, the environment
 * also holds names of others, so only those that look like a misspelt setting are told.
 */
export function unknownSettings(env: NodeJS.ProcessEnv, file = join(folders.root, '.env')): string[] {
  const noted = env.EMPORION_SETTINGS_NAMES?.split(',').filter(isStranger);
  const misspelt =
    noted ?? Object.keys(env).filter((name) => isStranger(name) && closestSetting(name) !== undefined);
  const place = noted ? `The file ${env.EMPORION_SETTINGS_FILE}` : 'The environment';
  return [
    ...strangersInEnvFile(file).map((name) => sentence('The file .env', name)),
    ...misspelt.map((name) => sentence(place, name)),
  ];
}

function sentence(place: string, name: string): string {
  const meant = closestSetting(name);
  return `${place} sets ${name}, which is no setting and has no effect: ${meant ? `perhaps ${meant} is meant, ` : ''}see .env.example.`;
}

const names = Object.values(settings).map(({ env }) => env);
const known = new Set<string>(names);
const isStranger = (name: string) => !known.has(name) && !foreign.test(name);

/** A misspelt short name could be anything. */
const misspeltMin = 8;

function closestSetting(name: string): string | undefined {
  if (name.length < misspeltMin) return undefined;
  return names.find((setting) => distance(name, setting) <= 2);
}

/** How many letters must be added, removed or replaced. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const replaced = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min((row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
