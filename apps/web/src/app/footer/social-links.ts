import { chosen } from '#language/brand.ts';

export interface SocialLink {
  readonly title: string;
  readonly href: string;
}

function isSocialLink(value: unknown): value is SocialLink {
  if (typeof value !== 'object' || value === null || !('title' in value) || !('href' in value)) return false;
  const { title, href } = value;
  return typeof title === 'string' && title !== '' && typeof href === 'string' && href.startsWith('https://');
}

/**
 * The operator's pages elsewhere, from the settings of the exchange: a JSON list of `{title, href}`. What is
 * not a title with an https address is left out; without the setting there are none, and no dead link is shown.
 */
export function readSocialLinks(setting: string | undefined): readonly SocialLink[] {
  if (setting === undefined || setting === '') return [];
  try {
    const list: unknown = JSON.parse(setting);
    return Array.isArray(list) ? list.filter(isSocialLink) : [];
  } catch {
    return [];
  }
}

export const socialLinks = readSocialLinks(chosen.social);
