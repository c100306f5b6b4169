/** One catalogue file per area and language. A key is spoken with its area first: `common.nodata`. */
export const areas = [
  'alerts',
  'auth',
  'common',
  'confirmation',
  'errors',
  'exports',
  'kit',
  'legal',
  'mail',
  'market',
  'notifications',
  'pages',
  'settings',
  'shell',
  'trade',
] as const;

export type Area = (typeof areas)[number];
