import { defineEndpoint } from '@emporion/contracts/rest';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { buildUrl } from './request.ts';

const book = defineEndpoint({
  summary: 'A call of this test',
  tag: 'test',
  response: z.object({ name: z.string() }),
  method: 'GET',
  path: 'stack/:pair/depth',
  access: 'user',
  params: z.object({ pair: z.string() }),
});
const at = { origin: 'http://localhost', hasToken: true };

it.each(['.', '..'])('refuses to fill a path with %s, which would lead to another one', (pair) => {
  expect(() => buildUrl(book, { params: { pair } }, at)).toThrow('cannot be filled');
});

it('fills a path with anything else', () => {
  expect(buildUrl(book, { params: { pair: '../..' } }, at)).toBe(
    'http://localhost/api/v1/stack/..%2F../depth/',
  );
});
