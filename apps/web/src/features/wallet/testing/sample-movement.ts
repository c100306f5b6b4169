import type { Movement } from '@emporion/contracts/rest';

/** A deposit that is on its way. */
export function sampleMovement(change: Partial<Movement> = {}): Movement {
  return {
    id: '0190c7f2-0000-7000-8000-000000000001',
    date: '2026-11-17T10:00:00.000Z',
    updated: '2026-11-17T10:00:10.000Z',
    type: 'deposit',
    direction: 'in',
    currency: 'BTC',
    amount: '0.5',
    fee: '0',
    change: '0.5',
    status: 'confirming',
    stage: 'confirming',
    reason: null,
    network: 'bitcoin',
    hash: 'f'.repeat(64),
    output_index: 0,
    explorer: null,
    contract: null,
    internal: false,
    address: 'bc1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x',
    memo: null,
    label: null,
    confirmations: 1,
    confirmations_required: 2,
    block_height: 800_000,
    counterparty: null,
    hint: null,
    card_order: null,
    swap: null,
    trade: null,
    balance: null,
    ...change,
  };
}
