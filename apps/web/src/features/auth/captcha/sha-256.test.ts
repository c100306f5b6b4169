import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { sha256 } from './sha-256.ts';

it.each(['', 'abc', 'ключ 🗝', ...[55, 56, 63, 64, 65, 119, 120, 1_000].map((length) => 'x'.repeat(length))])(
  'hashes %j as Node does',
  (text) => {
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
  },
);
