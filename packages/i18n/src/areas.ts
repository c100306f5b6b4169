/** One catalogue file per area and language. A key is spoken with its area first: `common.nodata`. */
export const areas = ['common', 'errors', 'kit', 'mail', 'pages', 'shell'] as const;

export type Area = (typeof areas)[number];
