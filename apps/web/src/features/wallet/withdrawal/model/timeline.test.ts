import type { withdrawalStages } from '@emporion/contracts/rest';
import { describe, expect, it } from 'vitest';
import { timelineOf } from './timeline.ts';

const shown = (stage: (typeof withdrawalStages)[number], more: object = {}) =>
  timelineOf({ stage, reason: null, internal: false, ...more })
    .map(({ name, state }) => (state === 'current' ? `[${name}]` : state === 'done' ? `${name}✓` : name))
    .join(' ');

describe('the way of a withdrawal', () => {
  it.each([
    ['requested', {}, '[code] link sending network completed'],
    ['requested', { reason: 'link' }, 'code✓ [link] sending network completed'],
    ['held', { reason: 'review' }, 'code✓ link✓ [review] sending network completed'],
    ['queued', {}, 'code✓ link✓ [sending] network completed'],
    ['signed', {}, 'code✓ link✓ [sending] network completed'],
    ['confirming', {}, 'code✓ link✓ sending✓ [network] completed'],
    ['completed', {}, 'code✓ link✓ sending✓ network✓ completed✓'],
    ['requested', { internal: true }, '[code] link completed'],
    ['queued', { internal: true }, 'code✓ link✓ [completed]'],
    ['completed', { internal: true }, 'code✓ link✓ completed✓'],
  ] as const)('at %s %j is %s', (stage, more, way) => {
    expect(shown(stage, more)).toBe(way);
  });
});
