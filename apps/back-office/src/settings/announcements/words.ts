import type { StaffAnnouncement } from '@emporion/contracts/rest';
import type { Tone } from '#kit/badge.tsx';
import { tierNames } from '#kit/fee-tiers.ts';

export const stateTones: Readonly<Record<StaffAnnouncement['state'], Tone>> = {
  draft: 'plain',
  scheduled: 'accent',
  running: 'good',
  over: 'plain',
};

export const kindWords: Readonly<Record<StaffAnnouncement['kind'], string>> = {
  bar: 'Bar above every page',
  list: 'List of notifications',
};

/** Who sees it, in a few words. */
export function audienceText({ audience, countries, tiers }: StaffAnnouncement): string {
  if (audience === 'everyone') return 'Everybody';
  const narrowed = [
    ...(countries.length === 0 ? [] : [`of ${countries.join(', ')}`]),
    ...(tiers.length === 0
      ? []
      : [
          `of ${tiers.length === 1 ? 'tier' : 'tiers'} ${tiers.map((place) => tierNames[place] ?? place).join(', ')}`,
        ]),
  ];
  return ['Logged-in users', ...narrowed].join(' ');
}
