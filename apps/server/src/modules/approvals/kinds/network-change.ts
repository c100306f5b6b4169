import { applyNetworkDraft } from '#modules/market-operations/index.ts';
import { forgetMarkets } from '#modules/markets/index.ts';
import type { ApprovalKind } from './kind.ts';

/** A correction of a network over which money has come in: whoever names another node can have deposits credited that never arrived. */
export const networkChange: ApprovalKind<'network_change'> = {
  name: 'network_change',
  approve: 'markets.approve',
  action: 'network_changed',
  lifeHours: 72,
  // It was held against the nodes when it was put aside.
  check: async () => undefined,
  finish: (transaction, platform, payload) => applyNetworkDraft(transaction, platform, payload),
  afterwards: async (platform) => forgetMarkets(platform),
};
