import type { MoneyEvent } from '#exchange/events.ts';
import type { Exchange } from '#state/exchange.ts';

export function evolveMoney(exchange: Exchange, event: MoneyEvent): void {
  exchange.ledger.post(event.postings);
  switch (event.kind) {
    case 'MoneyMoved':
      return;
    case 'WithdrawalHeld': {
      const { account, coin, amount, fee, network } = event;
      exchange.withdrawals.set(event.withdrawalId, { account, coin, amount, fee, network });
      return;
    }
    case 'WithdrawalEnded':
      exchange.withdrawals.delete(event.withdrawalId);
      return;
    case 'CodeLocked': {
      const { account, coin, amount } = event;
      exchange.codes.set(event.codeId, { account, coin, amount });
      return;
    }
    case 'CodeEnded':
      exchange.codes.delete(event.codeId);
  }
}
