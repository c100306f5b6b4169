import type { HouseKind } from './house.ts';

export type HousePath = readonly [from: HouseKind, to: HouseKind];

/** Why money of the house moves, and between which kinds of account. An account from which money goes falls, the other one rises. */
export const housePaths = {
  /** A payout is final: it is no longer in flight and no longer in custody, and neither is what the network took for it. What an acquirer paid out it owes us no more. */
  payout: [
    ['in-flight', 'custody'],
    ['in-flight', 'bank'],
    ['in-flight', 'acquirer'],
    ['network-costs', 'custody'],
    ['network-costs', 'bank'],
  ],
  /** A sweep, a top-up or a consolidation is final. */
  network_cost: [
    ['network-costs', 'custody'],
    ['network-costs', 'bank'],
  ],
  /** The owner brings money in, such as for gas, or takes some of it out. */
  capital_in: [
    ['custody', 'capital'],
    ['bank', 'capital'],
  ],
  capital_out: [['capital', 'in-flight']],
  fees_out: [
    ['fees', 'in-flight'],
    ['rounding', 'in-flight'],
  ],
  /** From one network or bank to another, outside of the exchange. */
  custody_move: [
    ['custody', 'custody'],
    ['bank', 'bank'],
  ],
  /** An acquirer has paid what it owed, or we have paid what we owed it. */
  settlement: [
    ['bank', 'acquirer'],
    ['acquirer', 'bank'],
  ],
  /** A network took a final transaction back, or mined it again. */
  reorg: [['reorg-loss', 'custody']],
  reorg_undone: [['custody', 'reorg-loss']],
  chargeback: [['chargeback-loss', 'acquirer']],
  chargeback_undone: [['acquirer', 'chargeback-loss']],
  /** The house pays for what was spent or lost. */
  loss_covered: [
    ['fees', 'network-costs'],
    ['fees', 'reorg-loss'],
    ['fees', 'chargeback-loss'],
    ['capital', 'network-costs'],
    ['capital', 'reorg-loss'],
    ['capital', 'chargeback-loss'],
  ],
  pool_returned: [['pool', 'fees']],
} as const satisfies Readonly<Record<string, readonly HousePath[]>>;

export type HouseCause = keyof typeof housePaths;
