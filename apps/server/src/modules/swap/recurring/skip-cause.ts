const ofTheAccount: ReadonlySet<string> = new Set([
  ...['account_frozen', 'trading_disabled', 'account_not_found', 'daily_limit_exceeded', 'staff_account'],
]);

/** What its owner can do something about, of the code for which a swap was refused. */
export function causeOf(code: string): 'balance' | 'account' | 'market' {
  if (code === 'insufficient_balance') return 'balance';
  return ofTheAccount.has(code) ? 'account' : 'market';
}
