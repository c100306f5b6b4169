import { expect, it } from 'vitest';
import { isBadNews, notificationTemplates } from './templates.ts';

it('takes for bad news what was refused, held back or ends, and nothing else', () => {
  const bad = notificationTemplates.filter(isBadNews);
  expect(bad).toEqual(
    expect.arrayContaining(['kyc_rejected', 'kyc_expired', 'withdrawal_failed', 'deposit_held_refused']),
  );
  const good = [
    'kyc_approved',
    'order_filled_buy',
    'withdrawal_completed',
    'ticket_closed',
    'security_changed',
  ];
  expect(bad.filter((template) => good.includes(template))).toEqual([]);
});
