import { test as base, expect, type Page } from '@playwright/test';

export { expect, type Page };

/** A page whose console must stay silent: an error there, a broken policy or an uncaught exception fails the test. */
export const test = base.extend({
  page: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await use(page);
    expect(complaints, 'what the console said').toEqual([]);
  },
});

/** The notice would lie over what a test clicks; a person has dismissed it by then. */
export async function dismissCookieNotice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Understood' }).click();
}
