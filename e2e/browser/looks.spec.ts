import { extent } from '../extent.ts';
import { violations } from '../support/axe.ts';
import { logIn } from '../support/log-in.ts';
import { expectNoKeys, lowTargets } from '../support/page-checks.ts';
import { takePicture } from '../support/pictures.ts';
import { expect, type Page, test } from '../support/test.ts';

const phoneWidth = 390;
const widths = [1440, 1024, 768, phoneWidth] as const;

const scenes = [
  { name: 'login', path: '/login', pressed: true },
  { name: 'register', path: '/register', pressed: true },
  { name: 'forgot', path: '/forgot', pressed: true },
  { name: 'reset-password', path: '/reset-password/u1/t1', pressed: true },
  { name: 'confirm-register', path: '/confirm-register' },
  { name: 'email-verify', path: '/email-verify/t2' },
  { name: 'email-change', path: '/email-change/t3' },
  { name: 'not-me', path: '/not-me/t4' },
  { name: 'not-found', path: '/404', pressed: true },
  { name: 'trade', path: '/trade/BTC-USDT', pressed: true },
  { name: 'support', path: '/support', pressed: true },
  { name: 'support-article', path: '/support/articles/order-types', pressed: true },
  { name: 'support-status', path: '/support/status', pressed: true },
  { name: 'kit', path: '/dev/kit' },
  // Whoever has logged in stays so: visitors' pages come before.
  { name: 'wallet', path: '/wallet', user: true },
  { name: 'wallet-balances', path: '/wallet/balances', user: true },
  { name: 'wallet-deposit', path: '/wallet/deposit/XRP', user: true },
] as const;

type Scene = (typeof scenes)[number];

/** A theme and a language, and the widths at which axe judges: it sees no difference between languages, for texts are names of the same elements. */
interface Look {
  readonly theme: 'light' | 'dark';
  readonly language: 'en' | 'ru';
  readonly judged: readonly (typeof widths)[number][];
}

const matrix: readonly Look[] = [
  { theme: 'light', language: 'en', judged: [1440, 390] },
  { theme: 'dark', language: 'en', judged: [1440, 390] },
  { theme: 'light', language: 'ru', judged: [] },
  { theme: 'dark', language: 'ru', judged: [] },
];

/** In the language with the longer texts; the two layouts in turns, for the widths between them differ in place, not in kind. */
const turns: readonly Look[] = [
  { theme: 'light', language: 'ru', judged: [1440] },
  { theme: 'dark', language: 'ru', judged: [390] },
  { theme: 'light', language: 'ru', judged: [390] },
  { theme: 'dark', language: 'ru', judged: [1440] },
];

/**
 * Pages are made of the same pieces, and the kit page shows all of those in every state: it and the trading page, which has most that
 * is its own, are seen in both themes and both layouts, the others in one of them.
 */
function usualLooks({ name }: Scene, index: number): readonly Look[] {
  if (name === 'kit' || name === 'trade') return turns.slice(0, 2);
  return turns.slice(index % 4, (index % 4) + 1);
}

async function expectGoodLooks(page: Page, scene: Scene, { theme, language, judged }: Look): Promise<void> {
  const { name } = scene;
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(overflow, `overflow of ${name} at ${width}`).toBeLessThanOrEqual(0);
    if (name === 'trade' && width === 1440) {
      const footer = await page.getByRole('contentinfo').boundingBox();
      expect(footer?.height, 'the footer of the desk is one line').toBeLessThan(40);
    }
    if (width === phoneWidth && 'pressed' in scene)
      await expect.poll(() => lowTargets(page), `what a finger would miss of ${name}`).toEqual([]);
    if (judged.includes(width)) {
      expect(await violations(page), `axe for ${name} at ${width} in ${theme}`).toEqual([]);
    }
    await takePicture(page, `${name}-${width}-${theme}-${language}`);
  }
}

async function visit(page: Page, scene: Scene, look: Look): Promise<void> {
  const { theme, language } = look;
  if ('user' in scene) await logIn(page);
  await page
    .context()
    .addCookies([{ name: 'theme', value: theme, url: `${test.info().project.use.baseURL}` }]);
  // A user's own choice is to follow the system.
  await page.emulateMedia({ colorScheme: theme });
  await page.addInitScript((chosen) => localStorage.setItem('planguage', chosen), language);
  await page.setViewportSize({ width: widths[0], height: 900 });
  await page.goto(`/account${scene.path}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expectNoKeys(page);
  await expectGoodLooks(page, scene, look);
}

const everyPage = extent({
  usual: [0, 1].map((half) => ({
    title: `half ${half + 1} of the pages, in theme and layout in turns,`,
    looksOf: (scene: Scene, index: number) => (index % 2 === half ? usualLooks(scene, index) : []),
  })),
  all: matrix.map((look) => ({
    title: `in ${look.theme} and ${look.language} every page`,
    looksOf: () => [look],
  })),
});

for (const { title, looksOf } of everyPage) {
  test(`${title} fits every width and offends no rule of access`, async ({ page }) => {
    for (const [index, scene] of scenes.entries()) {
      for (const look of looksOf(scene, index)) await test.step(scene.name, () => visit(page, scene, look));
    }
  });
}
