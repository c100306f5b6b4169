/** A run of words within a line. */
export type Inline =
  | { readonly kind: 'text' | 'strong' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string };

export type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly id: string; readonly text: readonly Inline[] }
  | { readonly kind: 'paragraph' | 'note'; readonly text: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] };

/**
 * The small part of Markdown that help articles are written in: headings, paragraphs, notes, lists, strong words, code and links. Everything else is
 * shown as it is written, and markup is text: what comes of it is data, which whoever draws it turns into elements of their own.
 */
export function parseMarkdown(text: string): Block[] {
  const ids = new Map<string, number>();
  const parts = text
    .replaceAll('\r\n', '\n')
    .replace(/^(?=#{2,3} )/gm, '\n')
    .replace(/^(#{2,3} .*)$/gm, '$1\n')
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.map((part) => blockOf(part, ids));
}

function blockOf(part: string, ids: Map<string, number>): Block {
  const heading = /^(#{2,3}) ([^\n]+)$/.exec(part);
  if (heading?.[1] !== undefined && heading[2] !== undefined) {
    const text = inlinesOf(heading[2]);
    return { kind: 'heading', level: heading[1].length === 2 ? 2 : 3, id: idOf(wordsOf(text), ids), text };
  }
  const lines = part.split('\n');
  for (const [ordered, mark] of [
    [false, /^[-*] +/],
    [true, /^[0-9]{1,3}\. +/],
  ] as const) {
    if (lines.every((line) => mark.test(line)))
      return { kind: 'list', ordered, items: lines.map((line) => inlinesOf(line.replace(mark, ''))) };
  }
  if (lines.every((line) => /^> ?/.test(line)))
    return { kind: 'note', text: inlinesOf(lines.map((line) => line.replace(/^> ?/, '')).join(' ')) };
  return { kind: 'paragraph', text: inlinesOf(lines.join(' ')) };
}

/** The name that a table of contents leads to; the second heading of the same words gets another one. */
function idOf(words: string, ids: Map<string, number>): string {
  const plain =
    words
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join('-') ?? 'section';
  const before = ids.get(plain) ?? 0;
  ids.set(plain, before + 1);
  return before === 0 ? plain : `${plain}-${before + 1}`;
}

const marked = /\*\*([^*\n]+)\*\*|`([^`\n]+)`|\[([^[\]\n]{1,300})\]\(([^()\s]+)\)/g;

function inlinesOf(line: string): Inline[] {
  const found: Inline[] = [];
  let end = 0;
  const addText = (text: string): void => {
    if (text !== '') found.push({ kind: 'text', text });
  };
  for (const match of line.matchAll(marked)) {
    const [whole, strong, code, label, to] = match;
    addText(line.slice(end, match.index));
    end = match.index + whole.length;
    if (strong !== undefined) found.push({ kind: 'strong', text: strong });
    else if (code !== undefined) found.push({ kind: 'code', text: code });
    else if (label !== undefined && to !== undefined && isSafeTarget(to))
      found.push({ kind: 'link', text: label, to });
    else addText(whole);
  }
  addText(line.slice(end));
  return found;
}

/** A path of this site or a page over https; nothing that could run, and nothing that only looks like a path of ours. */
export function isSafeTarget(to: string): boolean {
  return (
    /^\/(?![/\\])[^\\\p{C}]*$/u.test(to) || /^https:\/\/[a-z0-9.-]+(?::[0-9]+)?(?:\/[^\\\p{C}]*)?$/iu.test(to)
  );
}

export function wordsOf(inlines: readonly Inline[]): string {
  return inlines.map(({ text }) => text).join('');
}

/** What a reader sees of it, without marks: for search and excerpts. */
export function plainTextOf(blocks: readonly Block[]): string {
  return blocks
    .map((block) => (block.kind === 'list' ? block.items.map(wordsOf).join('\n') : wordsOf(block.text)))
    .join('\n');
}
