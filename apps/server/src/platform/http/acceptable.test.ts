import { expect, it } from 'vitest';
import { admitsAnswers } from './acceptable.ts';

it.each([
  undefined,
  '',
  '*/*',
  'application/json',
  'application/json, text/plain, */*',
  'text/html,application/xhtml+xml,*/*;q=0.8',
  'Application/JSON;q=0.5',
  'text/csv',
  'application/pdf',
  'image/png',
])('admits an answer where %j is accepted', (accept) => expect(admitsAnswers(accept)).toBe(true));

it.each(['application/xml', 'text/html', 'text/html, application/json;q=0', 'application/yaml;q=1', ',;'])(
  'admits none where %j is accepted',
  (accept) => expect(admitsAnswers(accept)).toBe(false),
);
