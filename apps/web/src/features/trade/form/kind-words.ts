import type { TFunction } from 'i18next';
import type { OrderDraft } from './model/order-draft.ts';

/** What an order of its kind will do, in a sentence; null of the kinds that explain themselves. */
export function kindWords({ kind, side, limit_price }: OrderDraft, t: TFunction): string | null {
  switch (kind) {
    case 'oco':
      // Only of a sell may the limit price be left out.
      return t(side === 'sell' && limit_price === '' ? 'trade.help.ocoMarket' : 'trade.help.oco');
    case 'stop':
      return t(`trade.help.stop.${side}`);
    case 'trailing_stop':
      return t(`trade.help.trailing.${side}`);
    case 'stop_limit':
    case 'pegged':
      return t(`trade.help.${kind}`);
    default:
      return null;
  }
}
