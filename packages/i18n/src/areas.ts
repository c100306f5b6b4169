/** One catalogue file per area and language. A key is spoken with its area first: `common.nodata`. */
export const areas = [
  'alerts',
  'auth',
  'card',
  'common',
  'confirmation',
  'downloads',
  'errors',
  'exports',
  'fees',
  'help',
  'history',
  'kit',
  'kyc',
  'legal',
  'mail',
  'market',
  'notifications',
  'pages',
  'settings',
  'shell',
  'swap',
  'trade',
  'wallet',
  'withdrawal',
] as const;

export type Area = (typeof areas)[number];
