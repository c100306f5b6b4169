/** What people call the fee tiers, the lowest first. Tiers keep their names and places; only what they ask for and cost changes. */
export const tierNames: readonly string[] = ['1', '2', '3', '4', '5', 'VIP'];
