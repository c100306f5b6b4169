import * as z from 'zod/mini';
import { described } from '#documented.ts';

/** The address of a node. It may carry a user and a password, or a key. */
const nodeAddress = z.url({ protocol: /^https?$/, error: 'value_invalid' });

/** An amount in a chain's smallest units, which may be more than a JSON number holds. */
const units = (max: number) =>
  z.string().check(z.regex(new RegExp(`^(?:0|[1-9][0-9]{0,${max - 1}})$`), { error: 'value_invalid' }));

// A tenth of a coin for 1,000 virtual bytes: nodes themselves refuse to be asked for ten times as much.
const feeRate = z.string().check(z.regex(/^(?:[1-9][0-9]{0,6}|10000000)$/, { error: 'value_invalid' }));

const whole = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max));

const digits = /^[0-9]+$/;
/** Whether one amount is no more than the other; what is no amount is refused for that alone. */
const isAtMost = (one: string, other: string): boolean =>
  !digits.test(one) || !digits.test(other) || BigInt(one) <= BigInt(other);

/** The most withdrawals that one transaction of the Bitcoin family may pay: so many a signer takes. */
export const paymentsMaxBound = 256;

/** What a network of the Bitcoin family needs. Fee rates are in the chain's smallest units for 1,000 virtual bytes. */
export const bitcoinParameterFields = {
  chain: z.prefault(z.enum(['main', 'testnet', 'regtest']), 'main'),
  node: described(nodeAddress, 'JSON-RPC of a Core node with its user and password. Never shown again.', {
    example: 'http://user:password@127.0.0.1:8332',
  }),
  fees: z
    .strictObject({
      blocks: described(z.prefault(whole(1, 1_008), 6), 'In how many blocks a payout should be mined.'),
      fallback: described(feeRate, 'For a node that has seen too little to tell.', { example: '10000' }),
      ceiling: described(feeRate, 'Nothing is ever offered above it.', { example: '500000' }),
      relay: described(z.prefault(feeRate, '1000'), 'What a node wants on top for a replacement.'),
    })
    .check(
      z.refine(({ fallback, ceiling }) => isAtMost(fallback, ceiling), {
        error: 'value_invalid',
        path: ['fallback'],
      }),
    ),
  paymentsMax: described(z.prefault(whole(1, paymentsMaxBound), 100), 'Withdrawals in one transaction.'),
  consolidation: described(
    z.optional(
      z.strictObject({
        inputsMin: z.prefault(whole(2, 10_000), 50),
        inputsMax: z.prefault(whole(2, 10_000), 200),
        feeRateMax: feeRate,
      }),
    ),
    'When many small outputs become one. Without it none do.',
  ),
} as const;

/** What an EVM network needs. Fees are in the chain's smallest units (wei) for each unit of gas. */
export const evmParameterFields = {
  chainId: described(whole(1, Number.MAX_SAFE_INTEGER), 'As the nodes say it.', { example: 1 }),
  nodes: described(
    z.tuple([nodeAddress], nodeAddress),
    'JSON-RPC. The first is asked for everything; the others must agree with it on every block. Never shown again.',
  ),
  fees: z
    .strictObject({
      fallback: described(
        z.strictObject({ maxFeePerGas: units(30), maxPriorityFeePerGas: units(30) }),
        'For a node that cannot tell what others pay.',
      ),
      maxFeePerGas: described(units(30), 'Nothing is ever offered above it.', { example: '500000000000' }),
      minPriorityFeePerGas: z.prefault(units(30), '0'),
    })
    .check(
      z.refine(({ fallback, maxFeePerGas }) => isAtMost(fallback.maxFeePerGas, maxFeePerGas), {
        error: 'value_invalid',
        path: ['fallback', 'maxFeePerGas'],
      }),
    ),
  gasMax: described(z.prefault(whole(21_000, 30_000_000), 120_000), 'The most gas that one payment may use.'),
} as const;

/** What Tron needs. Amounts are in units of 10⁻⁶ TRX. */
export const tronParameterFields = {
  firstBlock: described(
    z.string().check(z.regex(/^[0-9a-f]{64}$/, { error: 'value_invalid' })),
    'The hash of the chain’s first block: a node of another chain is not believed.',
  ),
  nodes: described(
    z.tuple(
      [z.union([nodeAddress, z.strictObject({ wallet: nodeAddress, solidity: nodeAddress })])],
      z.union([nodeAddress, z.strictObject({ wallet: nodeAddress, solidity: nodeAddress })]),
    ),
    'Full nodes: one address for both `wallet/` and `walletsolidity/`, or one for each. Never shown again.',
  ),
  feeLimitMax: described(
    z.string().check(z.regex(/^[1-9][0-9]{0,17}$/, { error: 'value_invalid' })),
    'The most that the contract of a token may use for one payment.',
    { example: '100000000' },
  ),
  expirationSeconds: described(
    z.prefault(whole(60, 43_200), 600),
    'So long a transaction can be mined after it was made.',
  ),
} as const;
