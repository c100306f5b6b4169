const linksMax = 20;
// The last character may not be a stop: a sentence often ends with the address.
const linkPattern = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}]/g;

/** A text cut into what is a web address and what is not. */
export type TextPiece = { readonly kind: 'text' | 'link'; readonly text: string };

export function splitLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(linkPattern)) {
    if (match.index > end) pieces.push({ kind: 'text', text: text.slice(end, match.index) });
    pieces.push({ kind: 'link', text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) });
  return pieces;
}

/** Every web address of a text once, in its order. */
export function linksOf(text: string): string[] {
  return [...new Set(text.match(linkPattern) ?? [])].slice(0, linksMax);
}
