import { expect, it } from 'vitest';
import { ShownPuzzles } from './shown-puzzles.ts';

const now = new Date('2026-03-01T12:00:00Z');
const expires = new Date('2026-03-01T12:20:00Z');

it('counts a solution once until it expires', () => {
  const shown = new ShownPuzzles();
  expect(shown.show('a', { now, expires })).toBe(true);
  expect(shown.show('a', { now, expires })).toBe(false);
  expect(shown.show('b', { now, expires })).toBe(true);
  expect(shown.show('a', { now: expires, expires: new Date('2026-03-01T12:40:00Z') })).toBe(true);
});

it('counts a solution again when its login was refused before its turn', () => {
  const shown = new ShownPuzzles();
  shown.show('a', { now, expires });
  shown.takeBack('a');
  expect(shown.show('a', { now, expires })).toBe(true);
});

it('forgets the oldest solutions when there are too many', () => {
  const shown = new ShownPuzzles(10);
  for (let index = 0; index < 11; index += 1) shown.show(`number ${index}`, { now, expires });
  expect(shown.show('number 10', { now, expires })).toBe(false);
  expect(shown.show('number 0', { now, expires })).toBe(true);
});
