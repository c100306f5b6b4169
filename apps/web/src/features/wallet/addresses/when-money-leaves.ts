import type { SavedAddress } from '@emporion/contracts/rest';
import type { Translate } from '@emporion/i18n/texts';
import { dateFormat, dateStyles } from '#ui/text/formats.ts';

const hourMs = 3_600_000;

/** From when money can leave once it goes to saved addresses only, in a sentence: at once, from a moment, or not before one is saved. */
export function whenMoneyLeaves(
  saved: readonly Pick<SavedAddress, 'usable_from'>[],
  { now, t, language }: { readonly now: number; readonly t: Translate; readonly language: string },
): string {
  if (saved.length === 0) return t('withdrawal.addresses.only.none');
  const first = Math.min(...saved.map(({ usable_from }) => Date.parse(usable_from)));
  if (first <= now) return t('withdrawal.addresses.only.usable');
  return t('withdrawal.addresses.only.notBefore', {
    count: Math.ceil((first - now) / hourMs),
    time: dateFormat(language, dateStyles.moment).format(first),
  });
}
