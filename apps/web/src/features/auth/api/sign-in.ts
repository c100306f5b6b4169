import type { FactorMethod, loginEndpoints, SecondStep, SignedIn } from '@emporion/contracts/rest';
import type { z } from 'zod/mini';
import { call } from '#api/api.ts';
import { readDeviceToken, saveDeviceToken } from '#api/device-token.ts';
import { session } from '#api/session.ts';
import { withContract } from '#api/with-contract.ts';
import { followAccountLanguage } from '#language/i18n.ts';
import { rememberInterfaceOffer } from '#preferences/interface-offer.ts';
import { withCaptcha } from '../captcha/with-captcha.ts';

export type SecondStepAnswer = z.output<typeof SecondStep>;
type Tokens = z.output<typeof SignedIn>;

const load = () => import('#api/contract/login.ts');

/** Begins to fetch what a login will need, while its fields are being filled in. */
export function fetchLoginAhead(): void {
  void load().catch(() => {});
  void import('../login/second-step.tsx').catch(() => {});
}

export function logIn(values: { email: string; password: string }, onSolving: (solving: boolean) => void) {
  const device = readDeviceToken();
  return withCaptcha({ question: { action: 'login', email: values.email, device }, onSolving }, (captcha) =>
    withContract(load, (contract: { loginEndpoints: typeof loginEndpoints }) =>
      call(contract.loginEndpoints.login, { body: { ...values, captcha, device } }),
    ),
  );
}

export function sendLoginCode(ticket: string, method: 'sms' | 'email') {
  const device = readDeviceToken();
  return withContract(load, (contract) =>
    call(contract.loginEndpoints.sendCode, { body: { ticket, method, device } }),
  );
}

export function finishWithCode(input: {
  ticket: string;
  method: Exclude<FactorMethod, 'passkey'>;
  code: string;
}) {
  const { ticket, code, method } = input;
  const device = readDeviceToken();
  return withContract(load, ({ loginEndpoints: endpoints }) =>
    method === 'totp'
      ? call(endpoints.checkGoogleCode, { body: { ticket, code, device } })
      : call(endpoints.check2faLogin, { body: { ticket, method, code, device } }),
  );
}

/** From here on this browser is logged in; the guards send it onward, to pages in the language of the account. */
export async function keepSession(tokens: Tokens): Promise<void> {
  const { access, refresh, email, device, language, set_up_factor: setUp } = tokens;
  saveDeviceToken(device);
  rememberInterfaceOffer(tokens.choose_interface && !setUp);
  await followAccountLanguage(language);
  session.save({ token: access, refreshToken: refresh, email });
  // Without the factor that is required here nothing else would work.
  if (setUp) location.assign('/account/settings#security');
}
