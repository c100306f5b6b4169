import { readFileSync } from 'node:fs';
import type { Platform } from '#platform/platform.ts';
import { defaultSettings, type ExchangeSettings } from '#platform/settings/exchange-settings.ts';
import { StartupError } from '#platform/startup/startup-error.ts';
import { fileOf, keepPicture, type Picture, readPicture } from './logo.ts';

/** What a demo shows where an operator's pages stand. The addresses are reserved for examples. */
export const demoSocialLinks = [
  { title: 'X', href: 'https://example.org/#x' },
  { title: 'Telegram', href: 'https://example.org/#telegram' },
  { title: 'Blog', href: 'https://example.org/#blog' },
] as const;

/**
 * The brand as the environment says, where staff have chosen nothing.
 *
 * @throws StartupError for a logo that cannot be read or shown.
 */
export async function brandDefaults(
  { config, database }: Pick<Platform, 'config' | 'database'>,
  { isReading }: { isReading: boolean },
): Promise<ExchangeSettings> {
  const picture = config.brandLogo === undefined ? undefined : pictureOf(config.brandLogo);
  // Whoever only follows the journal may not write; the server that it follows has kept the picture.
  if (picture && !isReading) await keepPicture(database.kysely, picture);
  const { demo, exchangeName, brandAccent, socialLinks, mailFrom, supportEmail, homeCurrency } = config;
  const { companyName, companyAddress, governingLaw } = config;
  return {
    ...defaultSettings,
    ...(picture && { logo: fileOf(picture) }),
    ...(exchangeName !== undefined && { name: exchangeName }),
    ...(brandAccent && { accent: brandAccent }),
    ...(socialLinks ? { socialLinks } : demo && { socialLinks: demoSocialLinks }),
    ...(homeCurrency && { homeCurrency }),
    mailFrom: mailFrom ?? null,
    supportEmail: supportEmail ?? null,
    companyName: companyName ?? null,
    companyAddress: companyAddress ?? null,
    governingLaw: governingLaw ?? null,
  };
}

function pictureOf(path: string): Picture {
  try {
    return readPicture(readFileSync(path).toString('base64'));
  } catch {
    throw new StartupError(
      `BRAND_LOGO must be the path of a PNG, or of an SVG that only draws, of at most 48 kB, not ${JSON.stringify(path)}.`,
    );
  }
}
