import type { Settings } from '@emporion/contracts/rest';
import type { IconName } from '#ui/icon/icon.tsx';

export const sectionNames = [
  'profile',
  'security',
  'devices',
  'preferences',
  'notifications',
  'account',
] as const;
export type SectionName = (typeof sectionNames)[number];

export const sectionIcons: Readonly<Record<SectionName, IconName>> = {
  profile: 'user',
  security: 'shield-check',
  devices: 'monitor',
  preferences: 'palette',
  notifications: 'bell',
  account: 'file-text',
};

/** The section that the address names by its part after `#`; undefined when it names none. */
export function sectionOf(hash: string): SectionName | undefined {
  return sectionNames.find((name) => `#${name}` === hash);
}

/** What every section is given. */
export interface SectionProps {
  settings: Settings;
}
