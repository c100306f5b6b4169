const names: Readonly<Record<number, string>> = { 1: 'Today', 7: '7 days', 30: '30 days' };

export const periodName = (days: number): string => names[days] ?? `${days} days`;
