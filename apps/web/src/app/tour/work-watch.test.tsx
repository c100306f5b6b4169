import { afterEach, expect, it } from 'vitest';
import { mainId } from '../skip-link.tsx';
import { hasBegunWork, watchWork } from './work-watch.ts';

afterEach(() => document.body.replaceChildren());

it('counts what is written or pressed on the page as work, and nothing in the header, until the next arrival', () => {
  document.body.innerHTML = `<header><button>menu</button></header><main id="${mainId}"><input></main>`;
  const stop = watchWork();
  document.querySelector('button')?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  expect(hasBegunWork()).toBe(false);
  document.querySelector('input')?.dispatchEvent(new Event('input', { bubbles: true }));
  expect(hasBegunWork()).toBe(true);
  stop();
  watchWork()();
  expect(hasBegunWork()).toBe(false);
});
