import { alertsModule } from '#modules/alerts/index.ts';
import { announcementsModule } from '#modules/announcements/index.ts';
import { approvalsModule } from '#modules/approvals/index.ts';
import { auditModule } from '#modules/audit/index.ts';
import { bankModule } from '#modules/bank/index.ts';
import { bootstrapModule } from '#modules/bootstrap/index.ts';
import { cardsModule } from '#modules/cards/index.ts';
import { dashboardModule } from '#modules/dashboard/index.ts';
import { demoMarketModule } from '#modules/demo-market/index.ts';
import { demoOfficeModule } from '#modules/demo-office/index.ts';
import { exchangeSettingsModule } from '#modules/exchange-settings/index.ts';
import { exportsModule } from '#modules/exports/index.ts';
import { feedsModule } from '#modules/feeds/index.ts';
import { feesModule } from '#modules/fees/index.ts';
import { helpModule } from '#modules/help/index.ts';
import { identityModule } from '#modules/identity/index.ts';
import { kycModule } from '#modules/kyc/index.ts';
import { marketOperationsModule } from '#modules/market-operations/index.ts';
import { marketsModule } from '#modules/markets/index.ts';
import { notificationsModule } from '#modules/notifications/index.ts';
import { outboxModule } from '#modules/outbox/index.ts';
import { policyModule } from '#modules/policy/index.ts';
import { proofOfLiabilitiesModule } from '#modules/proof-of-liabilities/index.ts';
import { ratesModule } from '#modules/rates/index.ts';
import { recoveryModule } from '#modules/recovery/index.ts';
import { staffModule } from '#modules/staff/index.ts';
import { supportModule } from '#modules/support/index.ts';
import { swapModule } from '#modules/swap/index.ts';
import { tradingModule } from '#modules/trading/index.ts';
import { usersAdminModule } from '#modules/users-admin/index.ts';
import { walletModule } from '#modules/wallet/index.ts';
import type { ServerModule } from '#platform/module.ts';
import { realtimeModule } from '#realtime/index.ts';

/** Every room of the server, in the order in which they are set up: the sockets first, for others add topics to them. */
export const modules: readonly ServerModule[] = [
  realtimeModule,
  outboxModule,
  identityModule,
  auditModule,
  staffModule,
  bootstrapModule,
  exchangeSettingsModule,
  policyModule,
  kycModule,
  marketsModule,
  tradingModule,
  swapModule,
  ratesModule,
  walletModule,
  bankModule,
  cardsModule,
  approvalsModule,
  recoveryModule,
  marketOperationsModule,
  dashboardModule,
  exportsModule,
  proofOfLiabilitiesModule,
  feesModule,
  usersAdminModule,
  demoMarketModule,
  feedsModule,
  notificationsModule,
  announcementsModule,
  helpModule,
  alertsModule,
  supportModule,
  demoOfficeModule,
];
