// A leaf of its own, because the bell of every page needs the kinds and nothing else.

/** What a user can be told of. `security` is what changed in how the account is protected, `login` every login, `order` what became of orders without their owner. */
export const notificationKinds = [
  'order',
  'deposit',
  'withdrawal',
  'security',
  'login',
  'alert',
  'ticket',
  'verification',
  'announcement',
  'newsletter',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** `list` is the one behind the bell, `toast` what shows while the page is open. */
export const notificationChannels = ['list', 'toast', 'mail', 'sms', 'push'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];
