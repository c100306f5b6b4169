import type { StaffRole } from '@emporion/contracts/rest';

export const roleNames: Readonly<Record<StaffRole, string>> = {
  support: 'Support',
  compliance: 'Compliance',
  treasury: 'Treasury',
  market_operator: 'Market operator',
  auditor: 'Auditor',
  administrator: 'Administrator',
};
