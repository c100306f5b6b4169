import { fail, succeed } from '@emporion/kernel';
import type { Command } from '#commands/commands.ts';
import { decideCancelCode, decideLockCode, decideRedeemCode } from '#money/codes.ts';
import { decideMoveHouseMoney } from '#money/house-money.ts';
import { checkReason } from '#money/money-checks.ts';
import {
  decideAdjustBalance,
  decideCreditDeposit,
  decideFundPool,
  decidePayBonus,
  decideReverseCredit,
  decideTransfer,
} from '#money/movements.ts';
import {
  decideHoldWithdrawal,
  decideReleaseWithdrawal,
  decideReturnPayout,
  decideSendWithdrawal,
} from '#money/withdrawals.ts';
import { decideAmendOrder } from '#orders/amend-order.ts';
import { decideCancelOrder, decideCancelOrders } from '#orders/cancel-orders.ts';
import { decidePlaceOcoOrders } from '#orders/place-oco-orders.ts';
import { decidePlaceOrder } from '#orders/place-order.ts';
import { decideSwap } from '#orders/swap.ts';
import {
  decideAnchorDigest,
  decideChangeAccount,
  decideChangeLimits,
  decideChangeMarket,
  decideListCoin,
  decideOpenAccount,
  decideOpenMarket,
  decideSetReferencePrice,
} from '#setup/setup.ts';
import type { Exchange } from '#state/exchange.ts';
import type { ExchangeEvent } from './events.ts';
import { type Decision, reject } from './rejection.ts';

/** What a command would do, or why it may not. It reads the state and changes nothing. Rejects an unknown kind with wrong_data. */
export function decide(exchange: Exchange, command: Command): Decision<readonly ExchangeEvent[]> {
  switch (command.kind) {
    case 'PlaceOrder':
      return decidePlaceOrder(exchange, command);
    case 'PlaceOcoOrders':
      return decidePlaceOcoOrders(exchange, command);
    case 'AmendOrder':
      return decideAmendOrder(exchange, command);
    case 'CancelOrder':
      return decideCancelOrder(exchange, command);
    case 'CancelOrders':
      return decideCancelOrders(exchange, command);
    case 'Swap':
      return decideSwap(exchange, command);
    case 'SetReferencePrice':
      return decideSetReferencePrice(exchange, command);
    case 'DealWithDueOrders':
      return succeed([]);
    case 'ListCoin':
      return decideListCoin(exchange, command);
    case 'OpenMarket':
      return decideOpenMarket(exchange, command);
    case 'ChangeMarket':
      return decideChangeMarket(exchange, command);
    case 'OpenAccount':
      return decideOpenAccount(exchange, command);
    case 'ChangeAccount':
      return decideChangeAccount(exchange, command);
    case 'CreditDeposit':
      return decideCreditDeposit(exchange, command);
    case 'ReverseCredit':
      return decideReverseCredit(exchange, command);
    case 'HoldWithdrawal':
      return decideHoldWithdrawal(exchange, command);
    case 'SendWithdrawal':
      return decideSendWithdrawal(exchange, command);
    case 'ReleaseWithdrawal':
      return decideReleaseWithdrawal(exchange, command);
    case 'ReturnPayout':
      return decideReturnPayout(exchange, command);
    case 'Transfer':
      return decideTransfer(exchange, command);
    case 'LockCode':
      return decideLockCode(exchange, command);
    case 'RedeemCode':
      return decideRedeemCode(exchange, command);
    case 'CancelCode':
      return decideCancelCode(exchange, command);
    case 'AdjustBalance':
      return decideAdjustBalance(exchange, command);
    case 'FundPool':
      return decideFundPool(exchange, command);
    case 'PayBonus':
      return decidePayBonus(exchange, command);
    case 'MoveHouseMoney':
      return decideMoveHouseMoney(exchange, command);
    case 'VoidBooking': {
      const objection = checkReason(command);
      return objection ? fail(objection) : succeed([]);
    }
    case 'ChangeLimits':
      return decideChangeLimits(exchange, command);
    case 'AnchorDigest':
      return decideAnchorDigest(exchange, command);
    default:
      return reject('wrong_data', { field: 'kind' });
  }
}
