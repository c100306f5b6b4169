import { chromium } from '@playwright/test';
import { browserFlags } from '../support/browser-flags.ts';
import { logIn } from '../support/log-in.ts';
import { writeQrVideo } from '../support/qr-video.ts';
import { dismissCookieNotice, expect, test } from '../support/test.ts';

const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

test('an address is read by the camera, which only the page of withdrawals may ask for', async ({
  baseURL,
  launchOptions,
}, info) => {
  const video = info.outputPath('qr-code.y4m');
  writeQrVideo(video, `bitcoin:${address}?amount=0.0125`);
  // A browser of its own: what its camera films is said when it starts, and one without windows has none.
  const { CHROMIUM } = process.env;
  const browser = await chromium.launch({
    ...launchOptions,
    ...(CHROMIUM && { executablePath: CHROMIUM }),
    args: [
      ...browserFlags,
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ],
  });
  const page = await browser.newPage({ baseURL: baseURL ?? '', permissions: ['camera'], locale: 'en-US' });
  await logIn(page);

  await page.goto('/account/wallet/balances');
  await dismissCookieNotice(page);
  const refusal = await page.evaluate(() =>
    navigator.mediaDevices.getUserMedia({ video: true }).then(
      () => 'none',
      (error) => error.name,
    ),
  );
  expect(refusal, 'with the permission of its owner, on another page').toBe('NotAllowedError');

  // Somebody who came from another page of the application has the document of that page, and still gets the camera.
  await page.getByRole('link', { name: 'Withdraw' }).first().click();
  await expect(page).toHaveURL(/\/account\/wallet\/withdrawal\//);
  await page.getByRole('button', { name: 'Scan QR code' }).click();
  await expect(page.getByLabel('BTC address')).toHaveValue(address);
  await expect(page.getByText('Network: Bitcoin')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('0.0125');
  await browser.close();
});
