import { call } from '#api/api.ts';
import { registrationEndpoints } from '#api/contract/registration.ts';
import { withCaptcha } from '../captcha/with-captcha.ts';
import type { RegistrationValues } from '../model/check-registration.ts';

interface RegisterInput {
  readonly values: RegistrationValues;
  readonly referralCode: string | undefined;
  readonly onSolving: (solving: boolean) => void;
}

/** The form is checked before, so both consents are given here. */
export function register({ values, referralCode, onSolving }: RegisterInput) {
  const question = { action: 'registration', email: values.email } as const;
  return withCaptcha({ question, onSolving }, (captcha) =>
    call(registrationEndpoints.register, {
      body: { ...values, terms: true, privacy: true, referral_code: referralCode, captcha },
    }),
  );
}

export function requestReset(email: string, onSolving: (solving: boolean) => void) {
  return withCaptcha({ question: { action: 'reset', email }, onSolving }, (captcha) =>
    call(registrationEndpoints.requestReset, { body: { email, captcha } }),
  );
}
