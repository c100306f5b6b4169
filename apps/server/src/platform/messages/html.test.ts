import { describe, expect, it } from 'vitest';
import { html, htmlLines } from './html.ts';

describe('html', () => {
  it('escapes values between tags and in attributes', () => {
    const value = `<b a="1" b='2'>&amp;`;
    const escaped = '&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;amp;';
    expect(html`<p title="${value}">${value}</p>`.source).toBe(`<p title="${escaped}">${escaped}</p>`);
  });

  it('keeps HTML that it made itself, also in lists', () => {
    const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
    expect(html`<ul>${items}</ul>`.source).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul>');
  });

  it('writes nothing for an absent value and digits for a number', () => {
    expect(html`[${undefined}${0}]`.source).toBe('[0]');
  });

  it('keeps the lines of a text and nothing else of it', () => {
    expect(htmlLines('a\r\n<b>\nc').source).toBe('a<br>&lt;b&gt;<br>c');
  });
});
