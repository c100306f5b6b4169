import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';

export interface RelyingParty {
  readonly id: string;
  readonly name: string;
  readonly origin: string;
}

/** A passkey belongs to the host under which people open us, and answers nowhere else: that is what stops phishing. */
export function relyingPartyOf(platform: Pick<Platform, 'config' | 'database'>): RelyingParty {
  const { publicUrl } = platform.config;
  return { id: new URL(publicUrl).hostname, name: settingsOf(platform).name, origin: publicUrl };
}
