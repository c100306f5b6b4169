import { approvalPages } from '#approvals/pages.ts';
import { auditPages } from '#audit/pages.ts';
import { bankPages } from '#bank/pages.ts';
import { cardPages } from '#cards/pages.ts';
import { dashboardPages } from '#dashboard/pages.ts';
import { healthPages } from '#health/pages.ts';
import { helpPages } from '#help/pages.ts';
import { settingsPages } from '#settings/pages.ts';
import { staffPages } from '#staff/pages.ts';
import { supportPages } from '#support/pages.ts';
import { tradingPages } from '#trading/pages.ts';
import { userPages } from '#users/pages.ts';
import { verificationPages } from '#verification/pages.ts';
import { walletPages } from '#wallet/pages.ts';
import type { Page } from './page.ts';

/** Every area of the back office. A new one is a folder with its `pages.ts`, and a line here. */
export const allPages: readonly Page[] = [
  ...dashboardPages,
  ...approvalPages,
  ...tradingPages,
  ...userPages,
  ...verificationPages,
  ...walletPages,
  ...bankPages,
  ...cardPages,
  ...helpPages,
  ...supportPages,
  ...settingsPages,
  ...healthPages,
  ...staffPages,
  ...auditPages,
];
