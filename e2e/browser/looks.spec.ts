import { violations } from '../support/axe.ts';
import { logIn } from '../support/log-in.ts';
import { expect, test } from '../support/test.ts';

const widths = [1440, 1024, 768, 390] as const;

/** The two layouts; the widths between them differ in place, not in kind. */
const judgedWidths = new Set<number>([1440, 390]);

const scenes = [
  { name: 'login', path: '/login' },
  { name: 'register', path: '/register' },
  { name: 'forgot', path: '/forgot' },
  { name: 'reset-password', path: '/reset-password/u1/t1' },
  { name: 'confirm-register', path: '/confirm-register' },
  { name: 'email-verify', path: '/email-verify/t2' },
  { name: 'email-change', path: '/email-change/t3' },
  { name: 'not-me', path: '/not-me/t4' },
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
        // A user's own choice is to follow the system.
        await page.emulateMedia({ colorScheme: theme });
        await page.addInitScript((chosen) => localStorage.setItem('planguage', chosen), language);
        if ('user' in scene) await logIn(page);
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
