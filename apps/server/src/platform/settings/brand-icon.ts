/** Of a tab, of Apple's phones, and of the manifest. */
export const iconEdges = [64, 180, 192, 512] as const;
export type IconEdge = (typeof iconEdges)[number];

/** Where the logo is found as a square picture. Its name changes with the logo, so what a browser has is right for ever. */
export function brandIcon(logo: string, edge: IconEdge): string {
  return `/public/brand/icon/${logo.replace('.', '-')}-${edge}.png`;
}
