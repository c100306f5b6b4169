import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodes } from '@emporion/contracts/errors';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');

/**
 * The programs that answer with codes or show their sentences. A contract that lists a code among the errors of a call
 * raises nothing, so of the contracts only the checks of fields count, which name a code as `error`.
 */
const programs = [
  ...['apps/server/src', 'apps/web/src', 'apps/back-office/src', 'packages/core/src'],
  // What a provider finds in the way of a verification is answered as it is.
  'apps/kyc-sandbox/src',
];
const contracts = 'packages/contracts/src/rest';
/** Judges passwords for the pages and the server. */
const passwordRules = 'packages/contracts/src/rest/identity/password-rules.ts';

function sourcesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !isOfTests(entry))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

function isOfTests({ name, parentPath }: { name: string; parentPath: string }): boolean {
  return /\.(?:test|cases)\.tsx?$/.test(name) || /[\\/]testing(?:[\\/]|$)/.test(parentPath);
}

/** Comments name codes without raising them. */
const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** Of signed calls. There are no API keys so far. A change that adds them removes their codes from this list. */
const ofApiKeys = ['invalid_api_key', 'api_key_disabled', 'api_key_expired', 'ip_not_whitelisted'];

const named = new Set<string>();
for (const text of [...programs.flatMap(sourcesOf), readFileSync(join(root, passwordRules), 'utf8')])
  for (const [, code] of withoutComments(text).matchAll(/['"`](?:errors\.)?([a-z][a-z0-9_]*)['"`]/g))
    named.add(code ?? '');
for (const text of sourcesOf(contracts))
  for (const [, code] of withoutComments(text).matchAll(/(?:error|code): '([a-z0-9_]+)'/g))
    named.add(code ?? '');

it('every code of the catalogue is named by a program that answers with it or shows its sentence', () => {
  expect(errorCodes.filter((code) => !named.has(code) && !ofApiKeys.includes(code))).toEqual([]);
});

it('has no code in its list that a program names by now', () => {
  expect(ofApiKeys.filter((code) => named.has(code))).toEqual([]);
});
