import {
  loadConfirmRegister,
  loadEmailChange,
  loadEmailVerify,
  loadForgot,
  loadLogin,
  loadNotMe,
  loadRegister,
  loadReset,
} from './load-auth-page.ts';
import {
  loadFees,
  loadInterfaceSelect,
  loadKit,
  loadKyc,
  loadLegal,
  loadMarkets,
  loadNotFound,
  loadSettings,
  loadSupport,
  loadSwap,
  loadTickets,
  loadTrade,
} from './load-page.ts';
import { loadConfirmWithdrawal, loadWallet } from './load-wallet.ts';
import { interfacePath, notFoundPath } from './routing/paths.ts';
import type { PageRoute, RedirectRoute } from './routing/route.ts';

export const defaultPair = 'BTC-USDT';
export const defaultCoin = 'BTC';
export const headerDepositCoin = 'USDT';
export const tradePath = `/trade/${defaultPair}`;

const simple = { needsLogin: false, layout: 'simple' } as const;
const simpleForUser = { needsLogin: true, layout: 'simple' } as const;
const full = { needsLogin: false, layout: 'full' } as const;
const fullForUser = { needsLogin: true, layout: 'full' } as const;

/** Every page of the application, as data. Guards, titles, layouts and the public paths are derived from it. */
export const pages: readonly PageRoute[] = [
  { path: '/login', name: 'login', ...simple, title: 'shell.titles.login', load: loadLogin },
  {
    path: '/register/:refcode?',
    name: 'register',
    ...simple,
    title: 'shell.titles.register',
    load: loadRegister,
  },
  {
    path: '/forgot',
    name: 'forgot',
    ...simple,
    title: 'shell.titles.forgot',
    load: loadForgot,
  },
  {
    path: '/reset-password/:uid/:token',
    name: 'reset-password',
    ...simple,
    title: 'shell.titles.resetPassword',
    load: loadReset,
  },
  {
    path: '/confirm-register',
    name: 'confirm-register',
    ...simple,
    title: 'shell.titles.confirmRegister',
    load: loadConfirmRegister,
  },
  {
    path: '/email-verify/:token',
    name: 'email-verify',
    ...simple,
    title: 'shell.titles.emailVerify',
    load: loadEmailVerify,
  },
  {
    path: '/email-change/:token',
    name: 'email-change',
    ...simple,
    title: 'shell.titles.emailChange',
    load: loadEmailChange,
  },
  { path: '/not-me/:token', name: 'not-me', ...simple, title: 'shell.titles.notMe', load: loadNotMe },
  {
    path: '/confirm-withdrawal-request/:token',
    name: 'confirm-withdrawal-request',
    ...simpleForUser,
    title: 'shell.titles.confirmWithdrawal',
    load: loadConfirmWithdrawal,
  },
  {
    path: interfacePath,
    name: 'interface-select',
    ...simpleForUser,
    title: 'shell.titles.interfaceSelect',
    load: loadInterfaceSelect,
  },
  { path: '/404', name: 'not-found', ...simple, title: 'shell.titles.notFound', load: loadNotFound },
  { path: '/kyc', name: 'kyc', ...fullForUser, title: 'shell.titles.kyc', load: loadKyc },
  {
    path: '/settings',
    name: 'settings',
    ...fullForUser,
    title: 'shell.titles.settings',
    load: loadSettings,
  },
  { path: '/support', name: 'support', ...full, title: 'shell.titles.support', load: loadSupport('home') },
  {
    path: '/support/articles/:slug',
    name: 'support-article',
    ...full,
    title: 'shell.titles.support',
    load: loadSupport('article'),
  },
  {
    path: '/support/status',
    name: 'support-status',
    ...full,
    title: 'shell.titles.support',
    load: loadSupport('status'),
  },
  {
    path: '/support/tickets/:ticket?',
    name: 'tickets',
    ...full,
    title: 'shell.titles.support',
    load: loadTickets,
  },
  {
    path: '/support/thread/:token',
    name: 'thread',
    ...full,
    title: 'shell.titles.support',
    load: loadTickets,
  },
  { path: '/fees', name: 'fees', ...full, title: 'shell.titles.fees', load: loadFees },
  {
    path: '/wallet',
    name: 'wallet',
    ...fullForUser,
    title: 'shell.titles.wallet',
    load: loadWallet('overview'),
  },
  {
    path: '/wallet/balances',
    name: 'wallet-balances',
    ...fullForUser,
    title: 'shell.titles.balances',
    load: loadWallet('balances'),
  },
  {
    path: '/wallet/deposit/:walletitem',
    name: 'wallet-deposit',
    ...fullForUser,
    title: 'shell.titles.deposit',
    load: loadWallet('deposit'),
  },
  {
    path: '/wallet/withdrawal/:walletitem',
    name: 'wallet-withdrawal',
    ...fullForUser,
    title: 'shell.titles.withdrawal',
    load: loadWallet('withdrawal'),
  },
  {
    path: '/wallet/transfer',
    name: 'wallet-transfer',
    ...fullForUser,
    title: 'shell.titles.transfer',
    load: loadWallet('transfer'),
  },
  {
    path: '/wallet/history/:walletitem',
    name: 'wallet-history',
    ...fullForUser,
    title: 'shell.titles.history',
    load: loadWallet('history'),
  },
  {
    path: '/wallet/history/all',
    name: 'wallet-history-all',
    ...fullForUser,
    title: 'shell.titles.history',
    load: loadWallet('history'),
  },
  {
    path: '/wallet/addresses',
    name: 'wallet-addresses',
    ...fullForUser,
    title: 'shell.titles.addresses',
    load: loadWallet('addresses'),
  },
  {
    path: '/wallet/codes',
    name: 'wallet-codes',
    ...fullForUser,
    title: 'shell.titles.codes',
    load: loadWallet('codes'),
  },
  {
    path: '/wallet/proof',
    name: 'wallet-proof',
    ...fullForUser,
    title: 'shell.titles.proof',
    load: loadWallet('proof'),
  },
  {
    path: '/trade/:pairprop',
    name: 'trade',
    ...full,
    title: 'shell.titles.trade',
    load: loadTrade,
  },
  {
    path: '/quick-swap',
    name: 'quick-swap',
    ...full,
    title: 'shell.titles.quickSwap',
    load: loadSwap,
  },
  { path: '/markets', name: 'markets', ...full, title: 'shell.titles.markets', load: loadMarkets },
  { path: '/terms', name: 'terms', ...full, title: 'shell.titles.terms', load: loadLegal('terms') },
  { path: '/privacy', name: 'privacy', ...full, title: 'shell.titles.privacy', load: loadLegal('privacy') },
];

export const redirects: readonly RedirectRoute[] = [
  { path: '/', to: tradePath },
  { path: '/trade', to: tradePath },
  { path: '/exchanger', to: '/quick-swap' },
  { path: '/fast-buy-sell', to: '/quick-swap' },
  { path: '/wallet/deposit', to: `/wallet/deposit/${defaultCoin}` },
  { path: '/wallet/withdrawal', to: `/wallet/withdrawal/${defaultCoin}` },
  { path: '/wallet/history', to: `/wallet/history/${defaultCoin}` },
  { path: '*', to: notFoundPath },
];

/** Shows every shared piece of interface; it exists in demo mode and in development only. */
export const kitPage: PageRoute = {
  path: '/dev/kit',
  name: 'kit',
  ...full,
  title: 'shell.titles.kit',
  load: loadKit,
};
