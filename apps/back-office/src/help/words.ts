import {
  incidentImpacts,
  incidentStates,
  type ServicePart,
  type StaffIncident,
} from '@emporion/contracts/rest';
import type { Tone } from '#kit/badge.tsx';

export const stateTones: Readonly<Record<StaffIncident['state'], Tone>> = {
  investigating: 'bad',
  identified: 'warn',
  monitoring: 'accent',
  resolved: 'good',
};

export const impactTones: Readonly<Record<StaffIncident['impact'], Tone>> = {
  minor: 'plain',
  major: 'warn',
  critical: 'bad',
};

export const partWords: Readonly<Record<ServicePart, string>> = {
  website: 'Website and API',
  trading: 'Trading',
  market_data: 'Market data',
  deposits: 'Deposits',
  withdrawals: 'Withdrawals',
  cards: 'Card payments',
  bank_transfers: 'Bank transfers',
  email: 'Email',
};

const impactWords: Readonly<Record<StaffIncident['impact'], string>> = {
  minor: 'Minor',
  major: 'Major',
  critical: 'Critical: a bar above every page',
};

const stateWords: Readonly<Record<StaffIncident['state'], string>> = {
  investigating: 'Investigating',
  identified: 'Cause found',
  monitoring: 'Monitoring',
  resolved: 'Resolved',
};

export const impactOptions = incidentImpacts.map((impact) => [impact, impactWords[impact]] as const);
export const stateOptions = incidentStates.map((state) => [state, stateWords[state]] as const);
