// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { areas } from '@emporion/i18n';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');
const catalogues = join(import.meta.dirname, '../../../../packages/i18n/catalogues/en');

function textAt(key: string): unknown {
  const [area = '', ...path] = key.split('.');
  let value: unknown = JSON.parse(readFileSync(join(catalogues, `${area}.json`), 'utf8'));
  for (const part of path) value = (value as Record<string, unknown> | undefined)?.[part];
  return value;
}

/** Any quoted word of the form `area.path` is taken for a key, wherever it stands: tables of data hold keys too. */
function keysOf(text: string): string[] {
  const form = new RegExp(`(?<=['"\`])(?:${areas.join('|')})(?:\\.[A-Za-z0-9_]+)+(?=['"\`])`, 'g');
  return text.match(form) ?? [];
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
);
const used = files.flatMap((file) =>
  keysOf(readFileSync(join(source, file), 'utf8')).map((key) => ({ file, key })),
);

it('finds the keys that the source speaks', () => {
  expect(used.length).toBeGreaterThan(60);
});

it('has an English text, or its plural, for each of them', () => {
  const missing = used.filter(
    ({ key }) => typeof textAt(key) !== 'string' && typeof textAt(`${key}_other`) !== 'string',
  );
  expect(missing).toEqual([]);
});
