import type { Platform } from '#platform/platform.ts';
import { settingsOf } from './exchange-settings.ts';

/** Who every mail is from: what staff or the environment say, else our name at our own host. */
export function mailSender({ config, database }: Pick<Platform, 'config' | 'database'>): string {
  const { mailFrom, name } = settingsOf({ database });
  // Signs that would end the name or begin another address.
  const plain = name.replaceAll(/[@"]/g, ' ').trim();
  return mailFrom ?? config.mailFrom ?? `${plain} <no-reply@${new URL(config.publicUrl).hostname}>`;
}
