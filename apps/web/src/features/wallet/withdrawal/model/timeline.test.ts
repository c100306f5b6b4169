import type { withdrawalStages } from '@emporion/contracts/rest';
import { describe, expect, it } from 'vitest';
import { timelineOf } from './timeline.ts';

const shown = (stage: (typeof withdrawalStages)[number], more: object = {}) =>
  timelineOf({ stage, reason: null, internal: false, ...more })
    .map(({ name, state }) => (state === 'current' ? `[${name}]` : state === 'done' ? `${name}✓` : name))
    .join(' ');

describe('the way of a withdrawal', () => {
  it.each([
    ['requested', {}, '[confirm] sending network completed'],
    ['requested', { reason: 'link' }, '[confirm] sending network completed'],
    ['held', { reason: 'review' }, 'confirm✓ [review] sending network completed'],
    ['queued', {}, 'confirm✓ [sending] network completed'],
    ['signed', {}, 'confirm✓ [sending] network completed'],
    ['confirming', {}, 'confirm✓ sending✓ [network] completed'],
    ['completed', {}, 'confirm✓ sending✓ network✓ completed✓'],
    ['requested', { internal: true }, '[confirm] completed'],
    ['queued', { internal: true }, 'confirm✓ [completed]'],
    ['completed', { internal: true }, 'confirm✓ completed✓'],
  ] as const)('at %s %j is %s', (stage, more, way) => {
    expect(shown(stage, more)).toBe(way);
  });
});
