import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { NewestAnswers } from './newest-answers.ts';

it('gives an answer again until something is traded, another length is asked for, or a moment has passed', async () => {
  const answers = new NewestAnswers(1_000);
  const asked = { limit: 300, trades: 7, nowMs: 10_000 };
  expect(answers.find('chart', asked)).toBeUndefined();
  const made = answers.keep('chart', 'candles', asked);
  expect(answers.find('chart', { ...asked, nowMs: 10_249 })?.etag).toBe(made.etag);
  expect(gunzipSync((await answers.find('chart', asked)?.packed) as Buffer).toString()).toBe('candles');
  for (const other of [{ limit: 299 }, { trades: 8 }, { nowMs: 10_250 }])
    expect(answers.find('chart', { ...asked, ...other })).toBeUndefined();
  const packed = made.packed;
  expect(answers.keep('chart', 'candles', { ...asked, trades: 8 }).packed).toBe(packed);
  expect(answers.keep('chart', 'others', { ...asked, trades: 9 }).etag).not.toBe(made.etag);
});

it('keeps one answer of a chart, and drops those that are not asked for beyond its bytes', () => {
  const answers = new NewestAnswers(40);
  const asked = { limit: 1, trades: 0, nowMs: 0 };
  for (const chart of ['one', 'two', 'three']) answers.keep(chart, '0123456789', asked);
  expect(['one', 'two', 'three'].map((chart) => answers.find(chart, asked) !== undefined)).toEqual([
    false,
    true,
    true,
  ]);
});
