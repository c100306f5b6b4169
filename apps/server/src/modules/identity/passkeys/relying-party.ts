import type { Config } from '#platform/config/schema.ts';

export interface RelyingParty {
  readonly id: string;
  readonly name: string;
  readonly origin: string;
}

/** A passkey belongs to the name under which people open us, and answers nowhere else: that is what stops phishing. */
export function relyingPartyOf({ publicUrl }: Pick<Config, 'publicUrl'>): RelyingParty {
  return { id: new URL(publicUrl).hostname, name: 'Emporion', origin: publicUrl };
}
