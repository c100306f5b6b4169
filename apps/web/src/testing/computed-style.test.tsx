import { expect, it } from 'vitest';
import { quickenComputedStyle } from './computed-style.ts';

const page = `
  <main><p>text</p><p hidden>no</p><p hidden="until-found">later</p><span>in a line</span><button type="button">b</button></main>
  <div style="display: none"><em>inside</em></div>
  <div style="visibility: hidden"><ul><li>inherits</li><li style="visibility: visible">not this one</li></ul></div>
  <div style="color: red"><b style="display: block">b</b></div>
  <div style="pointer-events: none"><i>inherits</i><button type="button" style="pointer-events: auto">b</button></div>
  <table><tbody><tr hidden><td>1</td></tr><tr><th>2</th></tr></tbody></table>
  <dialog>closed</dialog><dialog open><div popover>p</div></dialog>
  <details><summary>first</summary><summary>second</summary></details>
  <form><input><input type="hidden"><input type="HIDDEN"><select><option>o</option></select></form>
  <svg><title>picture</title><g><path d="M0 0"/></g></svg><script></script><template></template>`;

/** Every element that has a name of its own, plain and hidden. */
const everyName =
  'a abbr address article aside audio b blockquote br button canvas caption cite code col colgroup datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr i iframe img input ins kbd label legend li link main map mark menu meta meter nav noscript object ol optgroup option output p picture pre progress q ruby s samp script search section select slot small source span strong sub summary sup svg circle defs g line path polygon polyline rect text tspan use table tbody td template textarea tfoot th thead time title tr u ul var video wbr';

/** What the three properties are of every element, and one that is always computed. */
function looksOf(document: Document, getComputedStyle: typeof window.getComputedStyle) {
  return [...document.querySelectorAll('*')].map((element) => {
    const style = getComputedStyle(element);
    const { display, visibility, pointerEvents, color } = style;
    const named = ['display', 'visibility', 'pointer-events', 'color'].map((name) =>
      style.getPropertyValue(name),
    );
    expect([display, visibility, pointerEvents, color]).toEqual(named);
    return [element.outerHTML.slice(0, 40), ...named];
  });
}

/** A page whose window nobody has changed yet. */
function openFrame() {
  const frame = document.body.appendChild(document.createElement('iframe'));
  const { contentWindow: view, contentDocument: inside } = frame;
  if (!view || !inside) throw new Error('The frame is empty.');
  return { frame, view, inside };
}

it.each([
  ['without a style sheet', page],
  [
    'with a style sheet of its own',
    `<style>p { display: flex } em { visibility: hidden } main { pointer-events: none }</style>${page}`,
  ],
])('a page %s looks as jsdom says, also after it has changed', (_, html) => {
  const { frame, view, inside } = openFrame();
  inside.body.innerHTML = html;
  const plain = view.getComputedStyle.bind(view);
  quickenComputedStyle(view);
  expect(looksOf(inside, view.getComputedStyle)).toEqual(looksOf(inside, plain));
  for (const element of inside.querySelectorAll('p, div, dialog')) element.toggleAttribute('hidden');
  inside.querySelector('main')?.setAttribute('style', 'visibility: hidden');
  inside.querySelector('button')?.setAttribute('style', 'display: none');
  inside.querySelector('ul')?.setAttribute('style', 'pointer-events: none');
  inside.querySelector('dialog')?.setAttribute('open', '');
  expect(looksOf(inside, view.getComputedStyle)).toEqual(looksOf(inside, plain));
  frame.remove();
});

it('each kind of element is displayed as jsdom says, hidden or not', () => {
  const { frame, view, inside } = openFrame();
  const plain = view.getComputedStyle.bind(view);
  quickenComputedStyle(view);
  const looks = (element: Element, { display, visibility }: CSSStyleDeclaration) =>
    `${element.outerHTML} ${display} ${visibility}`;
  for (const name of everyName.split(' ')) {
    for (const hidden of [false, true]) {
      const element = inside.body.appendChild(inside.createElement(name));
      element.toggleAttribute('hidden', hidden);
      expect(looks(element, view.getComputedStyle(element))).toBe(looks(element, plain(element)));
      element.remove();
    }
  }
  frame.remove();
});
