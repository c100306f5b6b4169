import { extent } from '../extent.ts';
import { openAccount } from '../support/account.ts';
import { linkInMail } from '../support/outbox.ts';
import {
  chooseQuickSwap,
  confirmByMail,
  enrolTotp,
  enterCode,
  enterPassword,
  logOut,
  newPerson,
  register,
  skipInterfaceOffer,
  verify,
} from '../support/person.ts';
import { expect, test, writeDownToastsHere } from '../support/test.ts';

const firstPassword = 'Zinc-orbit-lantern-58';
const secondPassword = 'Violet-harbour-cedar-71';

/** Each step of it is walked at a desk and in English by other tests; here the whole on a phone, in the language farthest from it. */
const onPhone = { language: 'ru', locale: 'ru-RU', width: 390 };
const atDesk = { language: 'en', locale: 'en-US', width: 1440 };

for (const { language, locale, width } of extent({ usual: [onPhone], all: [onPhone, atDesk] })) {
  test.describe(`in ${language}, ${width} px wide`, () => {
    test.use({ locale, viewport: { width, height: 844 } });

    test('a person registers, verifies, enrols an authenticator app, logs in with it and resets the password', async ({
      page,
    }) => {
      const person = newPerson(language);
      const { t, email } = person;
      await test.step('sees the first field that a form still wants, at the top of the window', async () => {
        await page.goto('/account/register');
        await page.getByRole('button', { name: t('auth.register.submit') }).click();
        const first = page.getByLabel(t('auth.fields.firstName'), { exact: true });
        await expect(first).toBeFocused();
        await expect(page.getByText(t('auth.fields.firstName'), { exact: true })).toBeInViewport({
          ratio: 1,
        });
        await expect(first).toBeInViewport({ ratio: 1 });
      });
      await test.step('registers and verifies the address', async () => {
        await register(page, person, firstPassword);
        await verify(page, person, firstPassword);
      });
      await test.step('is logged in by that', async () => {
        await page.getByRole('link', { name: t('auth.verify.start') }).click();
        await skipInterfaceOffer(page, person);
        await expect(page).toHaveURL('/account/trade/BTC-USDT');
        await chooseQuickSwap(page, person);
      });
      const app = await test.step('turns the authenticator app on', () => enrolTotp(page, person));
      await test.step('logs out, and in again with a code', async () => {
        await logOut(page, person);
        await page.goto('/account/login?redirectFrom=%2Fwallet');
        await enterPassword(page, person, firstPassword);
        await enterCode(page, person, app);
        await expect(page).toHaveURL('/account/wallet');
        await logOut(page, person);
      });
      await test.step('chooses a new password by the link of a letter', async () => {
        await page.goto('/account/login');
        await page.getByRole('link', { name: t('auth.login.forgot') }).click();
        // Both pages have a field for the address, and the one of the login is still here for a moment.
        await expect(page.getByRole('heading', { name: t('auth.forgot.title') })).toBeVisible();
        await page.getByLabel(t('auth.fields.email'), { exact: true }).fill(email);
        await page.getByRole('button', { name: t('auth.forgot.submit') }).click();
        await expect(page.getByRole('heading', { name: t('auth.forgot.sentTitle') })).toBeVisible();
        await page.goto(await linkInMail(page, email, '/reset-password/'));
        await page.getByLabel(t('auth.fields.newPassword'), { exact: true }).fill(secondPassword);
        await page.getByLabel(t('auth.fields.repeatPassword'), { exact: true }).fill(secondPassword);
        await page.getByRole('button', { name: t('auth.reset.submit') }).click();
        await expect(page.getByRole('heading', { name: t('auth.reset.doneTitle') })).toBeVisible();
        await expect(page.getByText(t('auth.frozenUntil', { time: '' }).slice(0, 20))).toBeVisible();
      });
      await test.step('is let in with the new password and a code, and not with the old one', async () => {
        await page.getByRole('link', { name: t('auth.login.submit') }).click();
        await enterPassword(page, person, firstPassword);
        await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
        await enterPassword(page, person, secondPassword);
        await enterCode(page, person, app);
        await expect(page).toHaveURL('/account/quick-swap');
        await expect(page.getByRole('button', { name: t('shell.user.label') })).toBeVisible();
      });
    });
  });
}

test('a person logs in with a passkey that the browser offers, by its button, and with it as the second step', async ({
  page,
  baseURL,
}) => {
  // A passkey belongs to a name, and an address of numbers is none.
  const origin = `${baseURL}`.replace('127.0.0.1', 'localhost');
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  // While nobody is there the authenticator answers nothing, as a person who does not touch it.
  const setPresence = (enabled: boolean) =>
    devTools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  const person = newPerson('en');
  const { t } = person;
  await openAccount(page, person, firstPassword);
  await page.goto(`${origin}/account/login`);
  await enterPassword(page, person, firstPassword);
  await skipInterfaceOffer(page, person);
  await expect(page.getByRole('button', { name: t('shell.user.label') })).toBeVisible();

  await page.goto(`${origin}/account/settings#security`);
  await page.getByRole('button', { name: t('settings.passkeys.add') }).click();
  await page.getByLabel(t('settings.passkeys.name'), { exact: true }).fill('Test laptop');
  await page.getByRole('button', { name: t('settings.continue') }).click();
  const isTold = await writeDownToastsHere(page);
  await confirmByMail(page, person);
  await isTold(t('settings.passkeys.added'));
  await expect(page.getByText('Test laptop')).toBeVisible();

  await page.getByRole('button', { name: t('shell.user.label') }).click();
  await page.getByRole('menuitem', { name: t('shell.user.logout') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('shell.logout.confirm') })
    .click();
  await expect(page).toHaveURL(`${origin}/account/trade/BTC-USDT`);
  await page.goto(`${origin}/account/login`);
  // The authenticator takes the offer that a person would choose from the list below the e-mail.
  await expect(page.getByRole('button', { name: t('shell.user.label') })).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await setPresence(false);
  await page.goto(`${origin}/account/login`);
  const button = page.getByRole('button', { name: t('auth.passkey.use') });
  await expect(button).toBeEnabled();
  // The offer beside it is taken as soon as somebody is there. So all that a press waits for comes before, and the press itself at once.
  await button.click({ trial: true });
  const pressed = await button.elementHandle();
  await setPresence(true);
  await pressed?.evaluate((one) => (one as HTMLElement).click());
  await expect(page.getByRole('button', { name: t('shell.user.label') })).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await setPresence(false);
  await page.goto(`${origin}/account/login?redirectFrom=%2Fwallet`);
  await enterPassword(page, person, firstPassword);
  await expect(page.getByRole('heading', { name: t('auth.second.title') })).toBeVisible();
  await setPresence(true);
  await page.getByRole('button', { name: t('auth.passkey.confirm') }).click();
  await expect(page).toHaveURL(`${origin}/account/wallet`);
});
