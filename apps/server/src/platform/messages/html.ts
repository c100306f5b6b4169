/** HTML that was put together by `html` and may stand inside other HTML as it is. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toString(): string {
    return this.source;
  }
}

export type HtmlValue = Html | string | number | undefined | readonly HtmlValue[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Writes HTML. Every value is escaped unless it is HTML already, so nothing that a person wrote can become a tag.
 * Values may stand between tags and inside quoted attributes, nowhere else.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(sourceOf)));
}

/** Plain text as HTML that keeps its lines. */
export function htmlLines(text: string): Html {
  const lines = text.split(/\r?\n/);
  return html`${lines.map((line, index) => (index === 0 ? line : html`<br>${line}`))}`;
}

function sourceOf(value: HtmlValue): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.source;
  if (typeof value === 'object') return value.map(sourceOf).join('');
  return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
