import { violations } from '../support/axe.ts';
import { logIn } from '../support/log-in.ts';
import { expect, type Page, test } from '../support/test.ts';

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
  { name: 'kit', path: '/dev/kit' },
  // Whoever has logged in stays so: visitors' pages come before.
  { name: 'wallet', path: '/wallet', user: true },
] as const;

/** The pictures are for people: `PICTURES=1 npm test` leaves them in .cache/screenshots. What a machine can judge is judged here. */
const takesPictures = process.env.PICTURES !== undefined;

interface Look {
  readonly theme: 'light' | 'dark';
  readonly language: 'en' | 'ru';
}

async function expectGoodLooks(page: Page, name: string, { theme, language }: Look): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(overflow, `overflow of ${name} at ${width}`).toBeLessThanOrEqual(0);
    // Access does not depend on the language beyond its texts, which are names and labels of the same elements.
    if (language === 'en' && judgedWidths.has(width)) {
      expect(await violations(page), `axe for ${name} at ${width}`).toEqual([]);
    }
    if (!takesPictures) continue;
    const path = `.cache/screenshots/${name}-${width}-${theme}-${language}.png`;
    await page.screenshot({ path, fullPage: true });
  }
}

// The kit page alone is a thousand elements for axe to judge.
test.describe.configure({ timeout: 600_000 });

for (const theme of ['light', 'dark'] as const) {
  for (const language of ['en', 'ru'] as const) {
    test(`in ${theme} and ${language} every page fits every width and offends no rule of access`, async ({
      page,
      context,
      baseURL,
    }) => {
      await context.addCookies([{ name: 'theme', value: theme, url: `${baseURL}` }]);
      // A user's own choice is to follow the system.
      await page.emulateMedia({ colorScheme: theme });
      await page.addInitScript((chosen) => localStorage.setItem('planguage', chosen), language);
      for (const { name, path, ...scene } of scenes) {
        await test.step(name, async () => {
          if ('user' in scene) await logIn(page);
          await page.setViewportSize({ width: widths[0], height: 900 });
          await page.goto(`/account${path}`);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await page.waitForLoadState('networkidle');
          await expectGoodLooks(page, name, { theme, language });
        });
      }
    });
  }
}
