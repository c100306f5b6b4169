import { violations } from '../support/axe.ts';
import { logInWithDouble } from '../support/identity-double.ts';
import { expect, test } from '../support/test.ts';

const widths = [1440, 1024, 768, 390] as const;

/** The two layouts; the widths between them differ in place, not in kind. */
const judgedWidths = new Set<number>([1440, 390]);

const scenes = [
  { name: 'login', path: '/login' },
  { name: 'not-found', path: '/404' },
  { name: 'trade', path: '/trade/BTC-USDT' },
  { name: 'wallet', path: '/wallet', user: true },
  { name: 'kit', path: '/dev/kit' },
] as const;

// The kit page alone is a thousand elements for axe to judge.
test.describe.configure({ timeout: 90_000 });

// Pictures for people to look at are left in .cache/screenshots; what a machine can judge is judged here.
for (const theme of ['light', 'dark'] as const) {
  for (const language of ['en', 'ru'] as const) {
    for (const scene of scenes) {
      test(`${scene.name} in ${theme} and ${language} fits every width and offends no rule of access`, async ({
        page,
        context,
        baseURL,
      }) => {
        await context.addCookies([{ name: 'theme', value: theme, url: `${baseURL}` }]);
        await page.addInitScript((chosen) => localStorage.setItem('planguage', chosen), language);
        if ('user' in scene) await logInWithDouble(page);
        await page.setViewportSize({ width: widths[0], height: 900 });
        await page.goto(`/account${scene.path}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.waitForLoadState('networkidle');
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          await expect.poll(overflow, `overflow at ${width}`).toBeLessThanOrEqual(0);
          // Access does not depend on the language beyond its texts, which are names and labels of the same elements.
          if (language === 'en' && judgedWidths.has(width)) {
            expect(await violations(page), `axe at ${width}`).toEqual([]);
          }
          const path = `.cache/screenshots/${scene.name}-${width}-${theme}-${language}.png`;
          await page.screenshot({ path, fullPage: true });
        }
      });
    }
  }
}
