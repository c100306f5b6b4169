/** What somebody of the staff may do, named after the doing and not after a route, so that routes can change. */
export const capabilities = [
  // Everybody of the staff has it: who one is, and what one may do.
  'desk.enter',
  'audit.read',
  'audit.export',
  'users.read',
  // Names, addresses of mail and network, phones: what tells who a person is.
  'users.personal',
  // What people showed to be verified; each view is in the audit log.
  'users.documents',
  'verification.read',
  // To claim verifications, approve and reject them, and ask for more.
  'verification.decide',
  // Notes, labels and the flag: what staff write about an account for each other.
  'users.note',
  // To see what a user sees, without a session of theirs.
  'users.view',
  'users.edit',
  // Statuses, switches, freezes and the end of sessions.
  'users.block',
  'users.export',
  'fees.read',
  'fees.give',
  'deposits.read',
  'deposits.decide',
  // To vote on credits that take two people.
  'deposits.approve',
  'withdrawals.read',
  'withdrawals.decide',
  // To vote on payouts that take two people.
  'withdrawals.approve',
  // To take lists of deposits and withdrawals away as files.
  'movements.export',
  // The addresses that nobody withdraws to, and those that are known to be good.
  'addresses.decide',
  'thresholds.propose',
  'thresholds.approve',
  'networks.read',
  // To switch deposits and withdrawals of coins and networks off and on.
  'networks.switch',
  'books.read',
  'books.lift',
  'cold.read',
  'cold.move',
  'rates.read',
  'rates.set',
  // To vote on the first rate of a currency, and on large steps.
  'rates.approve',
  'liabilities.read',
  'liabilities.publish',
  'staff.read',
  'staff.remove',
  // To do with an account that has a role what others do with a user's.
  'staff.edit',
  'approvals.read',
  'adjustments.propose',
  'adjustments.approve',
  'roles.propose',
  'roles.approve',
  'factors.propose',
  'factors.approve',
  'emails.propose',
  'emails.approve',
  'limits.propose',
  'limits.approve',
  'erasures.propose',
  'erasures.approve',
  'orders.read',
  'orders.cancel',
  'markets.read',
  'markets.halt',
  'markets.propose',
  'markets.approve',
  'settings.read',
  'settings.change',
  'maintenance.switch',
  'announcements.read',
  'announcements.write',
  // The help articles, and the incidents of the status page.
  'help.read',
  'help.write',
  'incidents.read',
  'incidents.write',
  // Fees, limits and the rules by which money leaves.
  'policy.propose',
  'policy.approve',
  // To read what people write to support, which may tell who they are.
  'tickets.view',
  // To answer, note, assign, close and reopen.
  'tickets.answer',
  'tickets.escalate',
  // To take the list of tickets away as a file, without what was written.
  'tickets.export',
  // Answers that are given often.
  'macros.write',
  // New coins and markets, which nobody can trade before two people open them.
  'markets.create',
] as const;

export type Capability = (typeof capabilities)[number];

/** Reads everything but what tells who a person is. */
const reading = [
  'desk.enter',
  'audit.read',
  'audit.export',
  'users.read',
  'verification.read',
  'fees.read',
  'deposits.read',
  'withdrawals.read',
  'movements.export',
  'networks.read',
  'books.read',
  'cold.read',
  'rates.read',
  'liabilities.read',
  'staff.read',
  'approvals.read',
  'settings.read',
  'announcements.read',
  'help.read',
  'incidents.read',
  'orders.read',
  'markets.read',
] as const satisfies readonly Capability[];

/** The roles that every installation has. Somebody may have several, which add up. */
export const builtInRoles = {
  support: [
    'desk.enter',
    'users.read',
    'verification.read',
    'users.note',
    'users.view',
    'deposits.read',
    'withdrawals.read',
    'approvals.read',
    'factors.propose',
    'emails.propose',
    'orders.read',
    'markets.read',
    'announcements.read',
    'help.read',
    'help.write',
    'incidents.read',
    'incidents.write',
    'tickets.view',
    'tickets.answer',
    'tickets.escalate',
    'tickets.export',
    'macros.write',
  ],
  compliance: [
    'desk.enter',
    'users.read',
    'users.personal',
    'users.documents',
    'verification.read',
    'verification.decide',
    'users.note',
    'users.view',
    'users.edit',
    'users.block',
    'users.export',
    'fees.read',
    'deposits.read',
    'withdrawals.read',
    'movements.export',
    'addresses.decide',
    'audit.read',
    'approvals.read',
    'factors.propose',
    'factors.approve',
    'settings.read',
    'policy.propose',
    'policy.approve',
    'emails.propose',
    'emails.approve',
    'limits.propose',
    'limits.approve',
    'erasures.propose',
    'erasures.approve',
    'orders.read',
    'tickets.view',
    'tickets.answer',
    'tickets.escalate',
    'tickets.export',
  ],
  treasury: [
    'desk.enter',
    'users.read',
    'deposits.read',
    'deposits.decide',
    'deposits.approve',
    'withdrawals.read',
    'withdrawals.decide',
    'withdrawals.approve',
    'movements.export',
    'addresses.decide',
    'thresholds.propose',
    'thresholds.approve',
    'networks.read',
    'networks.switch',
    'books.read',
    'books.lift',
    'cold.read',
    'cold.move',
    'rates.read',
    'rates.set',
    'rates.approve',
    'liabilities.read',
    'liabilities.publish',
    'approvals.read',
    'adjustments.propose',
    'adjustments.approve',
    'settings.read',
    'policy.propose',
    'policy.approve',
    'tickets.view',
    'tickets.answer',
    'tickets.escalate',
  ],
  market_operator: [
    'desk.enter',
    'rates.read',
    'rates.set',
    'rates.approve',
    'approvals.read',
    'orders.read',
    'orders.cancel',
    'markets.read',
    'markets.halt',
    'markets.propose',
    'markets.approve',
    'settings.read',
    'maintenance.switch',
    'announcements.read',
    'announcements.write',
    'help.read',
    'incidents.read',
    'incidents.write',
    'markets.create',
  ],
  auditor: reading,
  administrator: capabilities,
} as const satisfies Readonly<Record<string, readonly Capability[]>>;

export type StaffRole = keyof typeof builtInRoles;

export const staffRoles = Object.keys(builtInRoles) as [StaffRole, ...StaffRole[]];

const none: ReadonlySet<Capability> = new Set();
const known = new Map<string, ReadonlySet<Capability>>();

/** What somebody with these roles may do. A role that nobody knows gives nothing. */
export function capabilitiesOf(roles: readonly string[]): ReadonlySet<Capability> {
  if (roles.length === 0) return none;
  const key = roles.join(' ');
  let found = known.get(key);
  if (found === undefined) {
    found = new Set(staffRoles.filter((role) => roles.includes(role)).flatMap((role) => builtInRoles[role]));
    known.set(key, found);
  }
  return found;
}
