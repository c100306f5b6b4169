import { expect, type Page } from './test.ts';

/** A text that is missing shows as its key. */
export async function expectNoKeys(page: Page): Promise<void> {
  const text = (await page.locator('body').textContent()) ?? '';
  expect(text).not.toMatch(/\b(auth|shell|pages|common|kit|errors)\.[a-z]+/i);
}

/** The links and buttons on the page that a finger would miss, with their heights. */
export function lowTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('a, button')]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      // What has no size is folded away, and what lies above the window shows itself to the keyboard only.
      .filter(({ box }) => box.width > 1 && box.bottom > 0 && Math.round(box.height) < 44)
      // A link among the words of a sentence is as high as its line.
      .filter(
        ({ element }) =>
          getComputedStyle(element).display !== 'inline' ||
          element.parentElement?.textContent === element.textContent,
      )
      .map(({ element, box }) => `${element.textContent}: ${box.height}`),
  );
}
