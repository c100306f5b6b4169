import { readFile } from 'node:fs/promises';
import { openAccountAndLogIn } from '../support/account.ts';
import { violations } from '../support/axe.ts';
import { linkInMail } from '../support/outbox.ts';
import { lowTargets } from '../support/page-checks.ts';
import { newPerson } from '../support/person.ts';
import { takePicture } from '../support/pictures.ts';
import { asStaff } from '../support/staff.ts';
import { dismissCookieNotice, expect, type Page, test } from '../support/test.ts';

const agent = 'support@emporion.test';
const password = 'Quartz-meadow-ferry-63';
const script = '<script>alert(1)</script>';

/** A picture of one pixel with a script behind its end. */
const hostilePicture = Buffer.concat([
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  Buffer.from(script),
]);

/** Opens a ticket from the queue by its number. */
async function openTicket(desk: Page, number: string): Promise<void> {
  await desk.goto(`/admin/tickets?search=${encodeURIComponent(number)}`);
  await desk.getByRole('link', { name: number, exact: true }).click();
  await expect(desk.getByRole('log', { name: 'Conversation' })).toBeVisible();
}

async function answer(desk: Page, text: string): Promise<void> {
  await desk.getByLabel('Answer', { exact: true }).last().fill(text);
  await desk.getByRole('button', { name: 'Send answer' }).click();
}

test('a ticket with a picture is answered by support and its owner sees it live; a visitor follows theirs by the link of a mail', async ({
  page,
  browser,
}) => {
  const person = newPerson('en');
  await openAccountAndLogIn(page, person, password);
  await page.goto('/account/support/tickets/new');
  await dismissCookieNotice(page);
  await page.getByLabel('Subject', { exact: true }).fill('Where is my deposit?');
  await page.getByLabel('Your message', { exact: true }).fill('It left an hour ago.');
  const files = page.locator('input[type="file"]');
  await files.setInputFiles([
    { name: 'screen.png', mimeType: 'image/png', buffer: hostilePicture },
    { name: 'holiday.png', mimeType: 'image/png', buffer: Buffer.from('4d5a9000030000000400', 'hex') },
  ]);
  await expect(page.getByText(/This file type isn’t supported/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove holiday.png' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const log = page.getByRole('log', { name: 'Conversation' });
  await expect(log).toContainText('It left an hour ago.');
  const download = page.waitForEvent('download');
  await log.getByRole('button', { name: /screen\.png/ }).click();
  const kept = await readFile(await (await download).path());
  expect(kept.includes(script)).toBe(false);
  expect(kept.subarray(1, 4).toString()).toBe('PNG');
  const number = (await page.getByText(/^#\d+ ·/).textContent())?.split(' ')[0] ?? '';

  const visitor = await browser.newContext({ locale: 'en-US' });
  const guest = await visitor.newPage();
  const email = newPerson('en').email;

  await asStaff(browser, { email: agent, path: '/admin/tickets' }, async (desk) => {
    await openTicket(desk, number);
    await desk.getByRole('radio', { name: 'Internal note' }).check({ force: true });
    await desk.getByLabel('Note for other staff').fill('Do not tell him this.');
    await desk.getByRole('button', { name: 'Add note' }).click();
    await expect(desk.getByRole('log').getByText('Do not tell him this.')).toBeVisible();
    await desk.getByRole('radio', { name: 'Answer' }).check({ force: true });
    await answer(desk, 'It was credited just now.');
    // Nobody reloads anything.
    await expect(log).toContainText('It was credited just now.');
    await expect(page.getByRole('status').filter({ hasText: 'Waiting for you' })).toBeVisible();
    await expect(page.getByText('Do not tell him this.')).toHaveCount(0);
    await page.getByLabel('Your reply').fill('I see it, thank you.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(desk.getByText('I see it, thank you.')).toBeVisible();
    expect(await violations(desk)).toEqual([]);
    await takePicture(desk, 'support-desk');

    await guest.goto('/account/support/tickets/new');
    await dismissCookieNotice(guest);
    await guest.getByLabel('Email', { exact: true }).fill(email);
    await guest.getByLabel('Subject', { exact: true }).fill('Do you list my coin?');
    await guest.getByLabel('Your message', { exact: true }).fill('Just asking.');
    await guest.getByRole('button', { name: 'Send', exact: true }).click();
    const sent = guest.getByRole('heading', { name: /Message received: ticket #\d+/ });
    await expect(sent).toBeVisible();
    const theirs = (await sent.textContent())?.match(/#\d+/)?.[0] ?? '';
    await openTicket(desk, theirs);
    await answer(desk, 'Not yet, but soon.');
    await expect(desk.getByText('Waits for user')).toBeVisible();
  });

  await guest.goto(await linkInMail(guest, email, '/support/thread/'));
  const thread = guest.getByRole('log', { name: 'Conversation' });
  await expect(thread).toContainText('Not yet, but soon.');
  await guest.getByLabel('Your reply').fill('Great.');
  await guest.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(thread).toContainText('Great.');
  await guest.setViewportSize({ width: 390, height: 844 });
  expect(await violations(guest)).toEqual([]);
  expect(await lowTargets(guest)).toEqual([]);

  await page.goto(await linkInMail(page, person.email, '/support/thread/'));
  await expect(page.getByText('It was credited just now.')).toBeVisible();
  for (const hidden of ['screen.png', 'Do not tell him this.', person.email])
    await expect(page.getByText(hidden)).toHaveCount(0);
  await visitor.close();
});
