/** The pages of the specification's section 2, as a person would visit them. */
export interface VisitedPage {
  readonly path: string;
  readonly title: string;
  readonly needsLogin?: true;
  /** No header and no footer. */
  readonly simple?: true;
  /** Whoever is logged in is led onward. */
  readonly onlyVisitors?: true;
}

export const visitedPages: readonly VisitedPage[] = [
  { path: '/login', title: 'Log in', simple: true, onlyVisitors: true },
  { path: '/register', title: 'Create an account', simple: true, onlyVisitors: true },
  { path: '/register/friend7', title: 'Create an account', simple: true, onlyVisitors: true },
  { path: '/forgot', title: 'Forgot password', simple: true },
  { path: '/reset-password/u1/t1', title: 'Reset password', simple: true },
  { path: '/confirm-register', title: 'Check your inbox', simple: true },
  { path: '/email-verify/t2', title: 'Verify your email', simple: true },
  { path: '/email-change/t5', title: 'Confirm your new email', simple: true },
  { path: '/not-me/t6', title: 'Wasn’t this you', simple: true },
  {
    path: '/confirm-withdrawal-request/t3',
    title: 'Confirm withdrawal',
    simple: true,
    needsLogin: true,
  },
  { path: '/interface-select', title: 'Choose your interface', simple: true, needsLogin: true },
  { path: '/404', title: 'Page not found', simple: true },
  { path: '/kyc', title: 'Identity verification', needsLogin: true },
  { path: '/settings', title: 'Settings', needsLogin: true },
  { path: '/support', title: 'Support' },
  { path: '/support/tickets/new', title: 'Support' },
  { path: '/fees', title: 'Fees' },
  { path: '/wallet', title: 'Wallet', needsLogin: true },
  { path: '/wallet/deposit/ETH', title: 'Deposit', needsLogin: true },
  { path: '/wallet/withdrawal/ETH', title: 'Withdrawal', needsLogin: true },
  { path: '/wallet/history/ETH', title: 'Wallet history', needsLogin: true },
  { path: '/trade/ETH-USDT', title: 'Trade' },
  { path: '/quick-swap', title: 'Quick buy/sell' },
  { path: '/terms', title: 'Terms of use' },
  { path: '/privacy', title: 'Privacy policy' },
];

export const redirects: readonly { from: string; to: string; needsLogin?: true }[] = [
  { from: '', to: '/trade/BTC-USDT' },
  { from: '/', to: '/trade/BTC-USDT' },
  { from: '/trade', to: '/trade/BTC-USDT' },
  { from: '/exchanger', to: '/quick-swap' },
  { from: '/fast-buy-sell', to: '/quick-swap' },
  { from: '/wallet/deposit', to: '/wallet/deposit/BTC', needsLogin: true },
  { from: '/wallet/withdrawal', to: '/wallet/withdrawal/BTC', needsLogin: true },
  { from: '/wallet/history', to: '/wallet/history/BTC', needsLogin: true },
  { from: '/no/such/page', to: '/404' },
];

/** The address of the login page to which the guard sends a visitor of `path`. */
export function loginAddress(path: string): RegExp {
  const query = new URLSearchParams({ redirectFrom: path });
  return new RegExp(`/account/login\\?${escapeForPattern(query.toString())}$`);
}

function escapeForPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
