import { type Block, type Inline, wordsOf } from '@emporion/contracts/markdown';
import { type Html, html } from './html.ts';

/** What somebody wrote in Markdown, as a mail shows it: the same blocks that the pages draw. Paths lead to the site. */
export interface MailMarkdown {
  readonly blocks: readonly Block[];
  readonly base: string;
}

const addressOf = (to: string, base: string): string => (to.startsWith('/') ? `${base}${to}` : to);

function inlineHtml(inline: Inline, base: string): Html {
  switch (inline.kind) {
    case 'link':
      return html`<a href="${addressOf(inline.to, base)}" class="link" style="color:#14709E">${inline.text}</a>`;
    case 'strong':
      return html`<strong>${inline.text}</strong>`;
    case 'code':
      return html`<code>${inline.text}</code>`;
    case 'text':
      return html`${inline.text}`;
  }
}

/** The content of a cell for each block. */
export function markdownHtml({ blocks, base }: MailMarkdown): Html[] {
  const line = (text: readonly Inline[]) => text.map((inline) => inlineHtml(inline, base));
  return blocks.map((block) => {
    if (block.kind === 'list') {
      const items = block.items.map((item) => html`<li>${line(item)}</li>`);
      const style = html`style="margin:0;padding-left:24px"`;
      return block.ordered ? html`<ol ${style}>${items}</ol>` : html`<ul ${style}>${items}</ul>`;
    }
    if (block.kind === 'heading')
      return html`<strong style="font-size:${block.level === 2 ? 18 : 16}px">${line(block.text)}</strong>`;
    if (block.kind === 'note')
      return html`<div style="padding-left:12px;border-left:3px solid #8D98A3">${line(block.text)}</div>`;
    return html`${line(block.text)}`;
  });
}

/** The plain part: no marks, and the address behind the words that lead to it. */
export function markdownText({ blocks, base }: MailMarkdown): string {
  const line = (text: readonly Inline[]) =>
    text
      .map((inline) =>
        inline.kind === 'link' ? `${inline.text} (${addressOf(inline.to, base)})` : wordsOf([inline]),
      )
      .join('');
  return blocks
    .map((block) =>
      block.kind === 'list'
        ? block.items.map((item, at) => `${block.ordered ? `${at + 1}.` : '-'} ${line(item)}`).join('\n')
        : line(block.text),
    )
    .join('\n\n');
}
