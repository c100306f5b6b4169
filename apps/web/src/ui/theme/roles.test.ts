// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { contrast, mix } from '#ui/testing/contrast.ts';
import { readText } from '#ui/testing/read.ts';

const css = readText('src/ui/theme/roles.css');

function blockAfter(selector: string): Record<string, string> {
  const start = css.indexOf('{', css.indexOf(selector));
  const block = css.slice(start, css.indexOf('}', start));
  return Object.fromEntries(
    [...block.matchAll(/--([a-z]+): (#[0-9a-f]{6})/g)].map(([, name, hex]) => [name, hex]),
  );
}

const light = blockAfter(':root,');
const dark = blockAfter('\n[data-theme="dark"] {');
const automatic = blockAfter('\n  [data-theme="auto"] {');
const blueOrange = {
  light: { ...light, ...blockAfter('\n[data-colours="blue-orange"],') },
  dark: { ...dark, ...blockAfter('\n[data-theme="dark"][data-colours="blue-orange"],') },
};

const surfaces = ['bg', 'surface', 'raised'];
const inks = ['text', 'muted', 'accent', 'buy', 'sell', 'warn'];
const roles = [...surfaces, 'border', ...inks];

function lowest(theme: Record<string, string>, ink: string): number {
  return Math.min(...surfaces.map((surface) => contrast(theme[ink] ?? '', theme[surface] ?? '')));
}

describe('the ten roles', () => {
  it('has exactly ten colours in each theme', () => {
    expect(Object.keys(light)).toEqual(roles);
    expect(Object.keys(dark)).toEqual(roles);
  });

  it('shows the dark theme when the system asks for it and nobody chose', () => {
    expect(automatic).toEqual(dark);
  });

  it.each([
    ['light', light],
    ['dark', dark],
    ['light blue-orange', blueOrange.light],
    ['dark blue-orange', blueOrange.dark],
  ])('reaches AA on every surface of %s', (_, theme) => {
    for (const ink of inks) expect(lowest(theme, ink), ink).toBeGreaterThanOrEqual(4.5);
    expect(lowest(theme, 'border')).toBeGreaterThanOrEqual(3);
  });
});

describe('the fills of the buttons', () => {
  const button = readText('src/ui/button/button.css');
  const fills = [...button.matchAll(/data-color="(\w+)"\] \{\n\s+--fill: ([^;]+);(?:\n\s+--ink: (#\w+);)?/g)];
  /** Of a side of the market there is one in each set of colours. */
  const hexesOf = (fill: string): string[] => {
    const [, side] = /^var\((--\w+-fill)\)$/.exec(fill) ?? [];
    if (side === undefined) return [fill];
    return [...button.matchAll(new RegExp(`${side}: (#\\w+)`, 'g'))].map(([, hex = '']) => hex);
  };
  const drawn = fills.flatMap(([, name = '', fill = '', ink = '#0b0e11']) =>
    hexesOf(fill).map((hex) => ({ name, fill: hex, ink })),
  );

  it.each(drawn)(
    'carries the ink of $name on $fill at rest, under the pointer and pressed',
    ({ fill, ink }) => {
      const lift = ink === '#ffffff' ? '#000000' : '#ffffff';
      for (const share of [1, 0.88, 0.78]) {
        expect(contrast(ink, mix(fill, lift, share))).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it('has two fills for each side of the market', () => {
    expect(drawn.filter(({ name }) => name === 'green' || name === 'red')).toHaveLength(4);
  });

  it('has the seven colours of the palette', () => {
    expect(fills.map(([, name]) => name)).toEqual([
      'green',
      'black',
      'yellow',
      'orange',
      'blue',
      'lightblue',
      'red',
    ]);
  });
});
