/** The colours of gains and losses; the second set can be told apart by those who confuse red and green. */
export const colourSets = ['green_red', 'blue_orange'] as const;
export type ColourSet = (typeof colourSets)[number];

export function isColourSet(value: unknown): value is ColourSet {
  return colourSets.some((set) => set === value);
}

/** Puts the set on `<html>`; the stylesheet does the rest. */
export function applyColours(set: ColourSet): void {
  if (set === 'green_red') delete document.documentElement.dataset.colours;
  else document.documentElement.dataset.colours = 'blue-orange';
}
