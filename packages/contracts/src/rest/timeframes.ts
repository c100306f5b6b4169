export const timeframes = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M'] as const;

export type Timeframe = (typeof timeframes)[number];
