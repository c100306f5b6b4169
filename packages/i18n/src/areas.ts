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
  'history',
  'kit',
  'legal',
  'mail',
  'market',
  'notifications',
  'pages',
  'settings',
  'shell',
  'swap',
  'tickets',
  'trade',
  'wallet',
  'withdrawal',
] as const;

export type Area = (typeof areas)[number];
