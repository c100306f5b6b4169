import { accentContrast, unreadableIn } from '@emporion/contracts/rest';
import { expect, it } from 'vitest';
import { accentSheet } from '#platform/settings/accent-sheet.ts';
import { isPlainSvg, readPicture } from './logo.ts';

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`;

it.each([
  svg('<path d="M1 1h7" stroke="#123456"/>'),
  `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n${svg('<g transform="translate(1 2) rotate(-45)" fill="rgb(1,2,3)"/>')}`,
  `<?xml version="1.0"?>\n${svg('<title>Ship and co</title>')}\n`,
  svg(
    '<defs><linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient></defs><g fill="url(#a)"><rect width="9" height="9"/></g>',
  ),
])('takes a picture that only draws: %s', (text) => {
  expect(isPlainSvg(text)).toBe(true);
});

it.each([
  ['a script', svg('<script>alert(1)</script>')],
  ['an event', svg('<path d="M1 1" onload="alert(1)"/>')],
  ['a picture of elsewhere', svg('<image href="https://evil.example/x.png"/>')],
  ['a reference out', svg('<rect fill="url(https://evil.example/#a)"/>')],
  ['a link', svg('<a href="javascript:alert(1)"><path d="M1 1"/></a>')],
  ['a style', svg('<style>*{background:url(//evil.example)}</style>')],
  ['a style sheet before it', `<?xml-stylesheet href="https://evil.example/a.css"?>${svg('')}`],
  ['a foreign element', svg('<foreignObject><div xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>')],
  ['an entity', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('<title>&a;</title>')}`],
  ['two roots', `${svg('')}<svg></svg>`],
  ['an element left open', '<svg xmlns="http://www.w3.org/2000/svg"><g></svg>'],
  ['text after the end', `${svg('')}alert(1)`],
  ['a page', '<html><svg></svg></html>'],
  ['a reference out, spelled otherwise', svg('<rect fill="\\75 rl(https://evil.example/#a)"/>')],
  ['a set of pictures', svg('<rect mask="image-set(\'https://evil.example/a.png\' 1x)"/>')],
  [
    'letters that mean others in another encoding',
    svg("<path d='\u001b$B' fill=\"\u001b(B' onload='alert(1)\"/>"),
  ],
  ['another encoding', `<?xml version="1.0" encoding="iso-2022-jp"?>${svg('')}`],
])('refuses %s', (_what, text) => {
  expect(isPlainSvg(text)).toBe(false);
  expect(() => readPicture(Buffer.from(text).toString('base64'))).toThrow(
    expect.objectContaining({ code: 'logo_invalid' }),
  );
});

it('refuses a PNG that takes more room to draw than it says, and one that is none', () => {
  const png = (width: number) => {
    const head = Buffer.alloc(40);
    head.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    head.write('IHDR', 12);
    head.writeUInt32BE(width, 16);
    head.writeUInt32BE(64, 20);
    return head.toString('base64');
  };
  expect(readPicture(png(64)).type).toBe('png');
  expect(() => readPicture(png(60_000))).toThrow();
  expect(() => readPicture(png(64).slice(0, 16))).toThrow();
});

it('says in which theme a colour cannot be read', () => {
  expect(accentContrast('light', '#ffffff')).toBeCloseTo(1, 5);
  expect(accentContrast('light', '#000000')).toBeGreaterThan(19);
  expect(unreadableIn({ light: '#14709e', dark: '#2399f1' })).toBeUndefined();
  expect(unreadableIn({ light: '#ffee00', dark: '#ffee00' })).toBe('light');
  expect(unreadableIn({ light: '#14709e', dark: '#202020' })).toBe('dark');
});

it('fills buttons with the accent as well', () => {
  const { text } = accentSheet({ light: '#663399', dark: '#b794f4' });
  expect(text).toContain('.button[data-color="blue"]{--fill:#663399;--ink:#fff');
});
