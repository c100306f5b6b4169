/** What jsdom's own style sheet displays in which way, of what our pages are made of. */
const names = {
  block:
    'html body address blockquote div figure figcaption footer form header hr legend main p pre search article aside h1 h2 h3 h4 h5 h6 hgroup nav section dd dl dt menu ol ul fieldset details',
  inline:
    'a abbr b br canvas code del em i img ins kbd label mark optgroup option output picture progress q s samp select small source span strong sub sup textarea time u var video wbr circle defs g line path polygon polyline rect svg text tspan use',
  'inline-block': 'button input',
  'list-item': 'li',
  none: 'datalist head link meta script template title',
  table: 'table',
  'table-caption': 'caption',
  'table-cell': 'td th',
  'table-row': 'tr',
  'table-row-group': 'tbody',
  'table-header-group': 'thead',
  'table-footer-group': 'tfoot',
};
const displays = new Map(
  Object.entries(names).flatMap(([display, list]) => list.split(' ').map((name) => [name, display] as const)),
);

/** Of these the attribute `hidden` sets the visibility too, as it does of whatever is hidden until it is found. */
const tableParts: ReadonlySet<string> = new Set(['col', 'colgroup', 'thead', 'tbody', 'tfoot', 'tr']);

/**
 * Lets `getComputedStyle` answer the two properties by which queries know what is hidden, and the one by which a click knows what can be
 * pressed, without jsdom's own style sheet: to match every rule of it against every element was a fifth of the time of the tests that render,
 * and a tenth, and to read it anew in every file another twentieth. The answers stay those of jsdom, which is asked where the table above does not know, or a page has a style sheet of
 * its own.
 */
export function quickenComputedStyle(page: Pick<Window, 'getComputedStyle'>): void {
  const compute = page.getComputedStyle.bind(page);

  function displayOf(element: Element): string {
    const { localName } = element;
    const known = displays.get(localName);
    const isKnown =
      known !== undefined && !element.hasAttribute('popover') && !setsInline(element, 'display');
    if (!isKnown) return compute(element).display;
    if (localName === 'input' && element.getAttribute('type')?.toLowerCase() === 'hidden') return 'none';
    return element.hasAttribute('hidden') && !isFindable(element) ? 'none' : known;
  }

  /** It is inherited. */
  function visibilityOf(element: Element): string {
    for (let each: Element | null = element; each; each = each.parentElement) {
      const mayTell = tableParts.has(each.localName) ? each.hasAttribute('hidden') : isFindable(each);
      if (mayTell || setsInline(each, 'visibility')) return compute(element).visibility;
    }
    return 'visible';
  }

  /** It is inherited, and no rule of jsdom's sets it. */
  function pointerEventsOf(element: Element): string {
    for (let each: Element | null = element; each; each = each.parentElement) {
      if (setsInline(each, 'pointer-events')) return compute(element).pointerEvents;
    }
    return 'auto';
  }

  const quickly: Record<string, (element: Element) => string> = {
    display: displayOf,
    visibility: visibilityOf,
    pointerEvents: pointerEventsOf,
    'pointer-events': pointerEventsOf,
  };

  page.getComputedStyle = (element, pseudoElement) => {
    if (pseudoElement || element.ownerDocument.styleSheets.length > 0) return compute(element, pseudoElement);
    const read = (name: string | symbol) =>
      typeof name === 'string' && Object.hasOwn(quickly, name) ? quickly[name]?.(element) : undefined;
    const getPropertyValue = (name: string) => read(name) ?? compute(element).getPropertyValue(name);
    return new Proxy({} as CSSStyleDeclaration, {
      get(_, name) {
        if (name === 'getPropertyValue') return getPropertyValue;
        const known = read(name);
        if (known !== undefined) return known;
        const style = compute(element);
        const value: unknown = Reflect.get(style, name);
        return typeof value === 'function' ? value.bind(style) : value;
      },
    });
  };
}

/** The attribute takes an element off the page, unless it says that it may be found. */
const isFindable = (element: Element) => element.getAttribute('hidden')?.toLowerCase() === 'until-found';

function setsInline(element: Element, property: string): boolean {
  if (!element.hasAttribute('style')) return false;
  return (element as HTMLElement).style.getPropertyValue(property) !== '';
}
