const source = '/apps/web/src/';

/** Libraries that every page stands on and that change seldom: one file that browsers keep. */
const vendors =
  /\/node_modules\/(?:react|react-dom|react-router|scheduler|use-sync-external-store|zustand)\//;

/** What the shell needs on every page, by the beginning of its path. */
const shellParts = [
  'api/access-token',
  'api/active-language',
  'api/api.',
  'api/client',
  'api/failure',
  'api/refresh',
  'api/refusal.',
  'api/request',
  'api/save-language',
  'api/session',
  'api/transport',
  'api/with-contract',
  'app/app.',
  'app/document-title',
  'app/focus-on-navigation',
  'app/header/brand-link',
  'app/header/demo-badge',
  'app/header/language-menu',
  'app/header/theme-menu',
  'app/layouts/load-layout',
  'app/layouts/simple-layout',
  'app/load-',
  'app/maintenance-bar',
  'api/mode',
  'app/root',
  'app/router',
  'app/routes',
  'app/routing/guard',
  'app/routing/page-router',
  'app/routing/router-state',
  'app/routing/scroll-positions',
  'app/scroll-position',
  'app/routing/header-paths',
  'app/routing/named-code',
  'app/routing/paths',
  'app/routing/safe-redirect',
  'app/screens/',
  'app/session-effects',
  'app/skip-link',
  'language/i18n',
  'live/server-status',
  'preferences/appearance',
  'preferences/start-path',
  'ui/brand/',
  'ui/button/',
  'ui/class-names',
  'ui/icon/icon.',
  'ui/menu/',
  'ui/modal/',
  'ui/number/number-style',
  'ui/popup/',
  'ui/state/',
  'ui/text/',
  'ui/theme/',
  'ui/toast/toast-',
];

/** What the pages with a header share, in crumbs that would each be a file. */
const frameParts = [
  'api/wallet',
  'live/coin-name',
  'live/connection-state',
  'app/query-client',
  'live/latency-state',
  'live/shown-volume',
  'ui/coin/',
  'ui/layout/use-width',
  'ui/lazy-part',
  'ui/number/',
  'ui/on-first-use',
  'ui/surface/panel-skeleton',
];

/** What a form of text fields needs, that of an order too. */
const formParts = [
  'api/refusal-of',
  'ui/field/field-frame',
  'ui/field/text-field',
  'ui/form/after-press',
  'ui/form/field-problem',
  'ui/form/form.',
  'ui/form/use-form',
];

/** What the pages before login share beyond it. */
const authParts = [
  'api/device-token',
  'features/auth/captcha/with-captcha',
  'features/auth/components/',
  'features/auth/login/use-passkey.',
  'features/auth/model/check-login',
  'features/auth/model/pending-registration',
  'ui/field/email',
  'ui/field/password-field',
];

/** What every page of the full layout asks the server with. */
const dataParts = [
  'api/queries',
  'api/refresh-interval',
  'live/coin-state',
  'live/log',
  'live/use-market-data',
  'preferences/change-settings',
];
const dataLibrary = /\/node_modules\/@tanstack\//;

/** What the header has for whoever is logged in. */
const accountParts = [
  'app/auto-logout',
  'app/header/notification-bell',
  'app/header/user-menu',
  'app/logout/',
  'app/notifications/',
  'live/live-notifications',
  'preferences/user-preferences',
];

/** The socket and what reads it: the trading page has it, and every page of whoever is logged in. */
const liveParts = [
  'live/connection.',
  'live/feeds',
  'live/live.',
  'live/live-store',
  'live/measure-latency',
  'live/sequence',
  'live/subscription',
  'live/throttle',
  'live/trading-socket',
  'live/use-live-balance',
  'market/units',
];
const livePackages = /\/node_modules\/partysocket\/|\/packages\/contracts\/src\/sockets\//;

/** What answers are checked with, and the calls of every page with a header. Two files, to be read in two tasks. */
const schemas =
  /\/node_modules\/zod\/|\/apps\/web\/src\/api\/contract\/account\.|\/packages\/contracts\/src\/rest\/(?:account|codes|currencies|decimal|endpoint|kyc-states|numbers|page|session|identity\/fields)\./;
const contract =
  /\/apps\/web\/src\/api\/contract\/market\.|\/packages\/contracts\/src\/rest\/(?:(?:back-office\/fields|cards\/account-numbers|coins|ids|identity\/notification-kinds|market|pairs|rates|sparklines|timeframes)\.|wallet\/(?:transactions|fields)|trading\/(?:market-data|wallet|order|orders)\.)/;

/** What trading is done with, on a wide desk and on a phone. */
const tradingParts = [
  'alerts/alerts-query',
  'alerts/use-open-alerts',
  'features/market-data/tape/lazy-tape-panel',
  'features/own-orders/orders-panel',
  'market/',
  'orders/',
  'pages/trade/layout/desk-layout',
];
const tradingPackages =
  /\/packages\/(?:kernel\/src\/quote-units|contracts\/src\/rest\/trading\/(?:order-batches|alerts)\.)/;

/** What the pages of the wallet share. */
const walletParts = [
  'app/wallet-pages',
  'features/wallet/api/',
  'features/wallet/components/',
  'features/wallet/history/movement-amount',
  'features/wallet/history/show-details',
  'features/wallet/model/',
  'features/wallet/wallet-frame',
];
const walletContracts = /\/packages\/contracts\/src\/rest\/wallet\/(?:movements|overview)\./;

/** What amounts are entered and views are chosen with, and the small line of a day. */
const controlParts = [
  'market/sparkline',
  'ui/ask-link',
  'ui/field/checkbox',
  'ui/field/numeric-',
  'ui/surface/card.',
  'ui/tabs/',
];

/** What the shell takes from our packages. The languages stay with the boot file, which asks for them first. */
const shellPackages =
  /\/packages\/(?:kernel\/src\/(?!quote-units)|i18n\/src\/texts?\.|contracts\/src\/rest\/(?:bases|languages))/;

const firstTexts = /\/catalogues\/([a-z]{2})\/(?:common|shell)\.json/;

function isOneOf(parts: readonly string[], id: string): boolean {
  const path = id.split(source)[1];
  // A style sheet would be cut in two, and there is one for all.
  return path !== undefined && !path.includes('.css') && parts.some((part) => path.startsWith(part));
}

/** Only the named modules move; what they import stays where it is, above all what the small boot file needs. */
const alone = { includeDependenciesRecursively: false };

/** Few files instead of many small ones: each costs a round trip, and what is used together may come together. */
export const chunkGroups = [
  { ...alone, name: 'vendor', test: vendors },
  { ...alone, name: 'shell', test: (id: string) => isOneOf(shellParts, id) || shellPackages.test(id) },
  { ...alone, name: 'schemas', test: schemas },
  { ...alone, name: 'contract', test: contract },
  { ...alone, name: 'data', test: (id: string) => isOneOf(dataParts, id) || dataLibrary.test(id) },
  { ...alone, name: 'account', test: (id: string) => isOneOf(accountParts, id) },
  { ...alone, name: 'live', test: (id: string) => isOneOf(liveParts, id) || livePackages.test(id) },
  { ...alone, name: 'frame', test: (id: string) => isOneOf(frameParts, id) },
  { ...alone, name: 'controls', test: (id: string) => isOneOf(controlParts, id) },
  { ...alone, name: 'trading', test: (id: string) => isOneOf(tradingParts, id) || tradingPackages.test(id) },
  { ...alone, name: 'wallet', test: (id: string) => isOneOf(walletParts, id) || walletContracts.test(id) },
  { ...alone, name: 'form', test: (id: string) => isOneOf(formParts, id) },
  { ...alone, name: 'auth', test: (id: string) => isOneOf(authParts, id) },
  // One file for each language; the second name is for the bundler's own report.
  {
    ...alone,
    debugName: 'texts',
    name: (id: string) => `texts-${firstTexts.exec(id)?.[1] ?? ''}`,
    test: firstTexts,
  },
];
