/** What the exchange does by itself, as a pay system or a provider of identity checks has told it. */
const ofExchange: readonly string[] = ['account_suspended', 'kyc_approved', 'kyc_rejected', 'kyc_expired'];

/** Whether an event that names nobody was the exchange's own doing. */
export function isOfExchange(event: string): boolean {
  return ofExchange.includes(event);
}
