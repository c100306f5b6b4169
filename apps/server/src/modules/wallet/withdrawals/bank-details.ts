import type { ErrorCode } from '@emporion/contracts/errors';
import { isIban } from '@emporion/contracts/rest';

/** Of withdrawals that a bank carries out. No network has this code. */
export const bankNetwork = 'bank';

/** Where a bank transfer goes: an IBAN or the number of an account, and the code of the bank where the number alone does not say it. */
export interface BankDetails {
  readonly address: string;
  readonly memo: string | null;
}

export interface BankMistake {
  readonly field: 'address' | 'memo';
  readonly code: ErrorCode;
}

/** The one spelling of what somebody wrote, or what is wrong with it. A mistyped digit is found by the check digits that each of these has. */
export function readBankDetails(
  currency: string,
  written: { readonly address: string; readonly memo: string | null },
): BankDetails | BankMistake {
  const address = compact(written.address);
  const memo = written.memo === null ? null : compact(written.memo) || null;
  if (currency === 'RUB') return readRussian(address, memo);
  if (/^[A-Z]{2}/.test(address)) return readIban(address, memo);
  if (currency === 'USD') return readAmerican(address, memo);
  return { field: 'address', code: 'iban_invalid' };
}

export function isMistake(read: BankDetails | BankMistake): read is BankMistake {
  return 'field' in read;
}

/** An IBAN or the number of an account alone, as withdrawals spell it; undefined for what can be neither. */
export function readAccountNumber(written: string): string | undefined {
  const address = compact(written);
  return isIban(address) || /^[0-9]{4,20}$/.test(address) ? address : undefined;
}

const compact = (text: string) => text.replace(/[\s-]/g, '').toUpperCase();
const isBic = (text: string) => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text);

function readIban(address: string, memo: string | null): BankDetails | BankMistake {
  if (!isIban(address)) return { field: 'address', code: 'iban_invalid' };
  if (memo !== null && !isBic(memo)) return { field: 'memo', code: 'bank_code_invalid' };
  return { address, memo };
}

function readAmerican(address: string, memo: string | null): BankDetails | BankMistake {
  if (!/^[0-9]{4,17}$/.test(address)) return { field: 'address', code: 'bank_account_invalid' };
  if (memo === null || !(isBic(memo) || isRoutingNumber(memo)))
    return { field: 'memo', code: 'bank_code_invalid' };
  return { address, memo };
}

function isRoutingNumber(text: string): boolean {
  return /^[0-9]{9}$/.test(text) && text !== '000000000' && weighed(text, [3, 7, 1]) % 10 === 0;
}

/** The key of a Russian account is checked together with the end of its bank's code. */
function readRussian(address: string, memo: string | null): BankDetails | BankMistake {
  if (memo === null || !/^04[0-9]{7}$/.test(memo)) return { field: 'memo', code: 'bank_code_invalid' };
  if (!/^[0-9]{20}$/.test(address) || weighed(memo.slice(-3) + address, [7, 1, 3]) % 10 !== 0)
    return { field: 'address', code: 'bank_account_invalid' };
  return { address, memo };
}

function weighed(digits: string, weights: readonly number[]): number {
  return [...digits].reduce(
    (sum, digit, index) => sum + ((Number(digit) * (weights[index % weights.length] ?? 0)) % 10),
    0,
  );
}

/** Whether two spellings are the same name: capitals, accents, order and punctuation do not matter, as on the forms of banks. */
export function isSameName(one: string, other: string): boolean {
  const parts = (name: string) =>
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((part) => part !== '')
      .sort()
      .join(' ');
  return parts(one) !== '' && parts(one) === parts(other);
}
