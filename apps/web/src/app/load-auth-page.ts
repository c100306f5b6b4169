import type { ComponentType } from 'react';
import { loadTexts } from '#language/i18n.ts';
import type { LoadPage } from './routing/route.ts';

/** A page before login, with its texts and the sentences of what may go wrong on it. */
function authPage(load: () => Promise<ComponentType>): LoadPage {
  return async () => {
    const [page] = await Promise.all([load(), loadTexts('auth'), loadTexts('errors')]);
    return page;
  };
}

/** The sentences of failures come when somebody begins to write: this page is the first that most people load. */
export const loadLogin: LoadPage = async () => {
  const [{ LoginPage }] = await Promise.all([
    import('#features/auth/login/login-page.tsx'),
    loadTexts('auth'),
  ]);
  return LoginPage;
};

export const loadRegister = authPage(
  async () => (await import('#features/auth/register/register-page.tsx')).RegisterPage,
);
export const loadConfirmRegister = authPage(
  async () => (await import('#features/auth/register/confirm-register-page.tsx')).ConfirmRegisterPage,
);
export const loadForgot = authPage(
  async () => (await import('#features/auth/recovery/forgot-page.tsx')).ForgotPage,
);
export const loadReset = authPage(
  async () => (await import('#features/auth/recovery/reset-page.tsx')).ResetPage,
);
export const loadEmailVerify = authPage(
  async () => (await import('#features/auth/mail-links/email-verify-page.tsx')).EmailVerifyPage,
);
export const loadEmailChange = authPage(
  async () => (await import('#features/auth/mail-links/email-change-page.tsx')).EmailChangePage,
);
export const loadNotMe = authPage(
  async () => (await import('#features/auth/mail-links/not-me-page.tsx')).NotMePage,
);
