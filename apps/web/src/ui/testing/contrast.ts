function channel(hex: string, at: number): number {
  const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function luminance(hex: string): number {
  return 0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5);
}

/** The contrast of two colours written as #rrggbb, after WCAG 2. */
export function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((left, right) => right - left);
  return (high + 0.05) / (low + 0.05);
}

/** Mixes two colours as `color-mix(in srgb, one share, other)` does. */
export function mix(one: string, other: string, share: number): string {
  const digits = [1, 3, 5].map((at) => {
    const value =
      Number.parseInt(one.slice(at, at + 2), 16) * share +
      Number.parseInt(other.slice(at, at + 2), 16) * (1 - share);
    return Math.round(value).toString(16).padStart(2, '0');
  });
  return `#${digits.join('')}`;
}
