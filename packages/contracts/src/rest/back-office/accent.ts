/** The colour of links and buttons in each theme. */
interface Accent {
  readonly light: string;
  readonly dark: string;
}
type Theme = keyof Accent;

/** What the accent stands on in each theme, as `roles.css` of the web application has it. */
const grounds = { light: ['#ffffff', '#f3f5f7'], dark: ['#171c21', '#0f1317'] } as const;
/** Of text that is not large, by WCAG 2. */
export const accentContrastMin = 4.5;

/** How well the colour is read where it is read worst. */
export function accentContrast(theme: Theme, colour: string): number {
  return Math.min(...grounds[theme].map((ground) => contrast(colour, ground)));
}

/** The theme in which the colour cannot be read well. */
export function unreadableIn(accent: Accent): Theme | undefined {
  return (['light', 'dark'] as const).find(
    (theme) => accentContrast(theme, accent[theme]) < accentContrastMin,
  );
}

function contrast(one: string, other: string): number {
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
