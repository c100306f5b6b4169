import { extent } from '../extent.ts';
import { logIn } from '../support/log-in.ts';
import { expectNoKeys } from '../support/page-checks.ts';
import { expect, type Page, test } from '../support/test.ts';

const widths = [320, 360, 390, 520, 768, 1024, 1080, 1440] as const;
/** Each language at every other width, the next one at those between; at all of them now and then. */
const widthsOf = (index: number) =>
  extent({ usual: widths.filter((_, place) => place % 2 === index % 2), all: [...widths] });
/** A user's header holds more than a visitor's: each language is seen with one of them, and with both now and then. */
const languages = extent({
  usual: { visitor: ['en', 'es'], user: ['ru', 'pt', 'fr', 'it'] },
  all: {
    visitor: ['en', 'es', 'ru', 'pt', 'fr', 'it'],
    user: ['en', 'es', 'ru', 'pt', 'fr', 'it'],
  },
});
const pair = 'RBTC-USDT';
/** As long as a name may be. It belongs to a demo user of whom no other test reads the name. */
const longName = 'a.very.long.username.of.a.trader';
const longNamed = 'second@emporion.test';

/** The visible texts, pictures and controls of the header that lie over one another, each pair in a line. */
function overlaps(page: Page): Promise<string[]> {
  return page.getByRole('banner').evaluate((header) => {
    const visible = (element: Element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const box = { left, top, right, bottom };
      for (let above = element.parentElement; above !== null; above = above.parentElement) {
        if (getComputedStyle(above).overflowX === 'visible') continue;
        const frame = above.getBoundingClientRect();
        box.left = Math.max(box.left, frame.left);
        box.top = Math.max(box.top, frame.top);
        box.right = Math.min(box.right, frame.right);
        box.bottom = Math.min(box.bottom, frame.bottom);
      }
      return box;
    };
    const leaves = [...header.querySelectorAll('a, button, svg, img, span')]
      .map((element) => ({ element, box: visible(element) }))
      // What is only said to assistive technology is one pixel large.
      .filter(({ box }) => box.right - box.left > 2 && box.bottom - box.top > 2);
    const found: string[] = [];
    for (const [index, one] of leaves.entries()) {
      for (const other of leaves.slice(index + 1)) {
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
        // A bell wears the number of its news.
        const control = one.element.closest('a, button');
        if (control?.contains(other.element)) continue;
        const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (wide > 0.5 && high > 0.5) found.push(`${one.element.outerHTML} × ${other.element.outerHTML}`);
      }
    }
    return found;
  });
}

async function expectRoomForAll(page: Page, language: string, chosenWidths: number[]): Promise<void> {
  await page.goto(`/account/trade/${pair}`);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  const header = page.getByRole('banner');
  const name = header.getByText(pair, { exact: true });
  await expect(name).toBeVisible();
  await expect(header.locator('.skeleton')).toHaveCount(0);
  await expectNoKeys(page);
  for (const width of chosenWidths) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => overlaps(page), `overlaps at ${width}`).toEqual([]);
    const cut = () => name.evaluate((element) => element.scrollWidth - element.clientWidth);
    await expect.poll(cut, `the pair is cut at ${width}`).toBeLessThanOrEqual(0);
    const outside = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(outside, `outside the window at ${width}`).toBeLessThanOrEqual(0);
  }
}

/** A language is chosen before the page begins, as on every later visit. */
async function expectRoomIn(page: Page, chosenLanguages: readonly string[]): Promise<void> {
  for (const [index, language] of chosenLanguages.entries()) {
    await test.step(language, async () => {
      await page.addInitScript((chosen) => localStorage.setItem('planguage', chosen), language);
      await expectRoomForAll(page, language, widthsOf(index));
    });
  }
}

test.describe('the trade header in six languages', () => {
  test('has room for everything it shows a visitor', ({ page }) => expectRoomIn(page, languages.visitor));

  test('has room for everything it shows a user with a long name', async ({ page }) => {
    const { access } = await logIn(page, longNamed);
    const answer = await page.request.patch('/api/v1/settings/', {
      headers: { authorization: `Bearer ${access}` },
      data: { username: longName },
    });
    expect(answer.ok()).toBe(true);
    await expectRoomIn(page, languages.user);
  });
});
