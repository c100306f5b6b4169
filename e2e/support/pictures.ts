import type { Page } from '@playwright/test';

/** The pictures are for people: `PICTURES=1 npm run test:all` leaves them in .cache/screenshots. What a machine can judge is judged by the tests. */
const takesPictures = process.env.PICTURES !== undefined;

export async function takePicture(page: Page, name: string): Promise<void> {
  if (takesPictures) await page.screenshot({ path: `.cache/screenshots/${name}.png`, fullPage: true });
}
