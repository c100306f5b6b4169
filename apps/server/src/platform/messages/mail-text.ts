import type { FramedMail } from './render-mail.ts';
import type { MailBlock } from './template.ts';

/** The plain part of a mail, for readers without HTML and for everyone who prefers it. */
export function mailText({ content, publicUrl, brand, antiPhishingLine, footerLines }: FramedMail): string {
  const { leave } = content;
  const parts = [
    ...(antiPhishingLine ? [antiPhishingLine] : []),
    ...content.blocks.map(blockText),
    ['-- ', brand.name, publicUrl, ...footerLines, ...(leave ? [`${leave.label}: ${leave.href}`] : [])].join(
      '\n',
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

function blockText(block: MailBlock): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text;
    case 'link':
      return `${block.label}:\n${block.href}`;
    case 'code':
      return `    ${block.code}`;
    case 'facts':
      return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n');
  }
}
