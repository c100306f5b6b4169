import type { ExchangeSettings } from '#platform/settings/exchange-settings.ts';

type Accent = NonNullable<ExchangeSettings['accent']>;

/** What the accent stands on in each theme, as `roles.css` of the web application has it. */
const grounds = { light: ['#ffffff', '#f3f5f7'], dark: ['#171c21', '#0f1317'] } as const;
/** Of text that is not large, by WCAG 2. */
const contrastMin = 4.5;

/** The theme in which the colour cannot be read well. */
export function unreadableIn(accent: Accent): 'light' | 'dark' | undefined {
  return (['light', 'dark'] as const).find((theme) =>
    grounds[theme].some((ground) => contrast(accent[theme], ground) < contrastMin),
  );
}

export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
