import { markdownText } from './mail-markdown.ts';
import type { FramedMail } from './render-mail.ts';
import type { MailBlock } from './template.ts';

/** The plain part of a mail, for readers without HTML and for everyone who prefers it. */
export function mailText(framed: FramedMail): string {
  const { content, publicUrl, brand, antiPhishingLine, footerLines, language } = framed;
  const { leave } = content;
  // French sets a colon apart, by a space at which no line breaks.
  const colon = language === 'fr' ? '\u00a0:' : ':';
  const parts = [
    ...(antiPhishingLine ? [antiPhishingLine] : []),
    ...content.blocks.map((block) => blockText(block, colon)),
    [
      '-- ',
      brand.name,
      publicUrl,
      ...footerLines,
      ...(leave ? [`${leave.label}${colon} ${leave.href}`] : []),
    ].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function blockText(block: MailBlock, colon: string): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text;
    case 'markdown':
      return markdownText(block);
    case 'link':
      return `${block.label}${colon}\n${block.href}`;
    case 'code':
      return `    ${block.code}`;
    case 'facts':
      return block.rows.map(([label, value]) => `${label}${colon} ${value}`).join('\n');
  }
}
