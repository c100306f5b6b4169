/** Every path is served below this base, with or without its closing slash. */
export const apiBase = '/api/v1/';

/** What anyone may read is also served here, where no token is looked at. */
export const publicApiBase = '/api/public/v1/';

/**
 * The calls that carry no bearer token, whatever is stored, as the specification lists them.
 * A refused token must not keep somebody from signing in.
 */
export const unauthenticatedPaths = [
  'auth/login',
  'auth/registration',
  'auth/registration/verify-email',
  'auth/password/reset',
  'auth/password/reset/confirm',
  'check2falogin',
  'checkgooglecode',
  'check_invite',
  'pairs_volume',
  'withdrawal/confirm-withdrawal-request',
  'withdrawal/cancel-withdrawal-request',
  'check_captcha',
] as const;
