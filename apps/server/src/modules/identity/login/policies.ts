import type { Network } from '#platform/http/address-key.ts';
import type { AttemptPolicy } from '../attempts/attempts.ts';

const minute = 60;
const hour = 3_600;
const day = 24 * hour;

/** Failures under a typed e-mail, by strangers: whether an account has it or not, so that nothing can be learnt. */
export const accountPolicy: AttemptPolicy = {
  scope: 'login:account',
  freeFailures: 10,
  blockSecondsMin: minute,
  blockSecondsMax: hour,
  forgetSeconds: day,
};

/** Failures of a device that logged in before. Strangers cannot add to them, so they cannot lock the owner out. */
export const devicePolicy: AttemptPolicy = { ...accountPolicy, scope: 'login:device' };

/** Failures from one address under whatever e-mail. Many people may share one, so it is more patient. */
export const addressPolicy: AttemptPolicy = {
  scope: 'login:address',
  freeFailures: 50,
  blockSecondsMin: minute,
  blockSecondsMax: hour,
  forgetSeconds: hour,
};

/** The same for a network in which so many callers are expected. */
export function addressPolicyOf({ callers }: Network): AttemptPolicy {
  return callers === 1
    ? addressPolicy
    : { ...addressPolicy, freeFailures: addressPolicy.freeFailures * callers };
}

/** So many failures ask for a puzzle with the next attempt. */
export const captchaAfter = { subject: 3, address: 20 } as const;
