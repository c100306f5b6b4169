import { describe, expect, it } from 'vitest';
import {
  ErrorBody,
  errorCatalogue,
  errorCodes,
  errorGroups,
  isErrorCode,
  tokenNotValidBody,
} from '#errors/index.ts';

/**
 * The codes of the specification's section 8, written out by hand so that a code lost from the catalogue is noticed.
 * Decision 39 names those that are left out, because nothing in this product could raise them.
 */
const specifiedCodes = {
  authentication:
    'invalid_credentials account_locked account_disabled session_expired invalid_token two_factor_required two_factor_invalid email_not_verified phone_not_verified',
  trading:
    'insufficient_balance invalid_order_type invalid_order_size invalid_order_price order_not_found order_already_cancelled order_already_filled market_closed trading_disabled daily_limit_exceeded invalid_trading_pair price_too_high price_too_low order_size_too_small order_size_too_large',
  wallet:
    'insufficient_funds invalid_withdrawal_address withdrawal_disabled deposit_disabled invalid_deposit_address withdrawal_limit_exceeded deposit_limit_exceeded transaction_failed transaction_not_found confirmation_required invalid_memo duplicate_transaction cold_wallet_unavailable',
  kyc: 'kyc_required kyc_pending kyc_rejected kyc_expired document_required document_invalid document_expired selfie_required selfie_invalid address_proof_required address_proof_invalid',
  api: 'invalid_api_key api_key_disabled api_key_expired rate_limit_exceeded invalid_signature invalid_nonce timestamp_too_old invalid_request_format missing_required_header ip_not_whitelisted',
  security:
    'suspicious_activity account_compromised password_breach device_not_recognized location_suspicious too_many_login_attempts too_many_withdrawal_attempts too_many_verification_attempts',
  system:
    'database_error external_service_error blockchain_error node_sync_error wallet_service_error email_service_error sms_service_error',
  http: 'bad_request unauthorized forbidden not_found method_not_allowed not_acceptable unsupported_media_type unprocessable_entity too_many_requests internal bad_gateway service_unavailable gateway_timeout',
};

/** The messages and keys that section 8 names in words, and the code that carries each. */
const specifiedMessages = {
  'login: invalid email or password': 'invalid_credentials',
  'login: account locked, contact support': 'account_locked',
  'login: connection error': 'connection_error',
  'registration: email already registered': 'email_already_registered',
  'registration: weak password': 'weak_password',
  'registration: passwords do not match': 'passwords_do_not_match',
  'registration: terms not accepted': 'terms_not_accepted',
  'registration: privacy not accepted': 'privacy_not_accepted',
  'registration: required fields missing': 'required_fields_missing',
  'reset: invalid or expired token': 'reset_token_invalid',
  'forgot: no account found': 'account_not_found',
  'verify email: already verified': 'email_already_verified',
  '2FA: invalid code': 'two_factor_invalid',
  '2FA: expired code': 'two_factor_expired',
  '2FA: wrong code several times': 'two_factor_attempts_exceeded',
  'session: expired': 'session_expired',
  'session: invalid': 'session_invalid',
  'session: concurrent': 'session_concurrent',
  'session: maintenance': 'maintenance',
  'page not found': 'page_not_found',
  'server error': 'server_error',
  default: 'default_error',
  'order: wrong quantity': 'order_wrong_quantity',
  'order: wrong price': 'order_wrong_price',
  'order: wrong percent': 'order_wrong_percent',
  'order: wrong limit': 'order_wrong_limit',
  'order: wrong order type': 'order_wrong_type',
  'order: closed': 'order_closed',
  'order: not auto': 'order_not_auto',
  'order: bad quantity': 'order_bad_quantity',
  'order: not found': 'order_not_found',
  'order: not opened': 'order_not_opened',
  'order: small quantity': 'order_small_quantity',
  'order: cost limit': 'order_cost_limit',
  'order: no funds': 'order_no_funds',
  'order: generic error': 'order_error',
  'other: wrong captcha': 'wrong_captcha',
  'other: invalid code': 'invalid_code',
  'other: wrong data': 'wrong_data',
  'other: check min/max limit': 'check_min_max_limit',
  'other: not enough funds': 'not_enough_funds',
  'other: wrong address': 'wrong_address',
  'other: payouts frozen': 'payouts_frozen',
  'other: out of limit': 'out_of_limit',
  'other: not suitable pair': 'not_suitable_pair',
  'other: wrong old password': 'wrong_old_password',
  'other: not enough for fee': 'not_enough_for_fee',
  'other: not enough in holds': 'not_enough_in_holds',
  'other: country not supported': 'country_not_supported',
  'disabled: pair': 'pair_disabled',
  'disabled: trading for {currency}': 'trading_disabled_for_currency',
  'disabled: exchange for {currency}': 'exchange_disabled_for_currency',
  'disabled: deposits': 'deposits_disabled',
  'disabled: withdrawals': 'withdrawals_disabled',
  'client: Network Error': 'network_error',
  'client: Request aborted': 'request_aborted',
  'client: timeout exceeded': 'timeout_exceeded',
  'client: Request failed with status code N': 'request_failed',
};

const generalStatuses = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  payload_too_large: 413,
  unsupported_media_type: 415,
  unprocessable_entity: 422,
  too_many_requests: 429,
  internal: 500,
  bad_gateway: 502,
  service_unavailable: 503,
  gateway_timeout: 504,
} as const;

describe('the error catalogue', () => {
  it.each(Object.entries(specifiedCodes))('holds every specified code of the group %s', (group, codes) => {
    for (const code of codes.split(' ')) {
      expect(isErrorCode(code), code).toBe(true);
      expect(isErrorCode(code) && errorCatalogue[code].group, code).toBe(group);
    }
  });

  it.each(Object.entries(specifiedMessages))('has a code for the message "%s"', (_message, code) => {
    expect(isErrorCode(code)).toBe(true);
  });

  it.each(Object.entries(generalStatuses))('answers %s with status %i', (code, status) => {
    expect(isErrorCode(code) && errorCatalogue[code].status).toBe(status);
  });

  it('leaves no group empty', () => {
    for (const group of errorGroups) {
      expect(
        errorCodes.some((code) => errorCatalogue[code].group === group),
        group,
      ).toBe(true);
    }
  });

  it.each(errorCodes)('gives %s a name, a status and a message key that hold together', (code) => {
    const { group, status, retryable, messageKey } = errorCatalogue[code];
    expect(code).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
    expect(messageKey).toBe(`errors.${code}`);
    if (group === 'client') expect(status).toBe(0);
    else expect(status >= 400 && status <= 504).toBe(true);
    if (status >= 500) expect(retryable).toBe(true);
  });

  it('knows only its own codes', () => {
    for (const value of [
      '',
      'toString',
      '__proto__',
      'constructor',
      'ORDER_NOT_FOUND',
      404,
      null,
      undefined,
      {},
    ]) {
      expect(isErrorCode(value)).toBe(false);
    }
  });
});

describe('the wire shapes', () => {
  it('accepts a body with a catalogue code and refuses one without', () => {
    expect(ErrorBody.safeParse({ code: 'not_found', detail: 'x', fields: { 'a.b': 'y' } }).success).toBe(
      true,
    );
    expect(ErrorBody.safeParse({ code: 'nonsense', detail: 'x' }).success).toBe(false);
    expect(ErrorBody.safeParse({ code: 'not_found' }).success).toBe(false);
  });

  it('nests the code of an expired token', () => {
    expect(tokenNotValidBody('Refresh it.')).toEqual({
      code: { code: 'token_not_valid' },
      detail: 'Refresh it.',
    });
  });
});
