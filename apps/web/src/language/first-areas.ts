import type { Area } from '@emporion/i18n';

/** What every page speaks; the other areas come with the page that needs them. */
export const firstAreas: readonly Area[] = ['common', 'shell'];
