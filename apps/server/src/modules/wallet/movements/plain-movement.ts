/** A movement of which nothing is known but what every one has. */
export const plainMovement = {
  ...{
    reason: null,
    network: null,
    hash: null,
    output_index: null,
    explorer: null,
    address: null,
    memo: null,
  },
  ...{ label: null, confirmations: null, confirmations_required: null, block_height: null },
  ...{ counterparty: null, hint: null, card_order: null, swap: null, trade: null, balance: null },
  ...{ contract: null, internal: false },
} as const;
