import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCatalogue, errorCodes } from '@emporion/contracts/errors';
import { expect, it } from 'vitest';

/** What the specification names for the wallet outside of its group. */
const others = [
  ...[
    'not_enough_in_holds',
    'not_enough_for_fee',
    'not_enough_funds',
    'payouts_frozen',
    'out_of_limit',
    'wrong_address',
  ],
  ...['deposits_disabled', 'withdrawals_disabled', 'too_many_withdrawal_attempts'],
  ...['blockchain_error', 'node_sync_error', 'wallet_service_error'],
];

function read(folder: string): { path: string; text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && entry.name !== 'error-codes.test.ts')
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

/** The rooms that speak of money that comes and goes. */
const own = ['.', '../bank', '../cards', '../rates', '../proof-of-liabilities', '../../testing'].flatMap(
  (room) => read(join(import.meta.dirname, room)),
);
const rest = join(import.meta.dirname, '../../../../../packages/contracts/src/rest');
const contracts = [
  ...['wallet', 'cards'].flatMap((room) => read(join(rest, room))),
  { path: 'rates.ts', text: readFileSync(join(rest, 'rates.ts'), 'utf8') },
];
const isTest = ({ path }: { path: string }) => /\.(?:test|cases)\.ts$/.test(path);
const codes = errorCodes.flatMap((code) => (errorCatalogue[code].group === 'wallet' ? [code] : []));

it.each([...codes, ...others])(
  '%s is raised by the wallet, declared by a call of it, and asked for by a test',
  (code) => {
    const names = ({ text }: { text: string }) => new RegExp(`['" ]${code}['"]`).test(text);
    expect({
      raised: own.some((file) => !isTest(file) && names(file)),
      declared: contracts.some(names),
      tested: own.some((file) => isTest(file) && names(file)),
    }).toEqual({ raised: true, declared: true, tested: true });
  },
);
