import { escapeHtml } from './escape-html.ts';
import type { FramedMail } from './render-mail.ts';
import type { MailBlock } from './template.ts';

// Mail programs drop style sheets and know little layout, so everything is a table with its style on the element.
const font = "font-family:Inter,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const style = {
  page: 'margin:0;padding:0;background-color:#F3F5F7',
  outer: 'background-color:#F3F5F7',
  sheet: 'max-width:560px;background-color:#FFFFFF;border-radius:6px',
  brand: `padding:24px 32px 0;${font};font-size:18px;font-weight:700;color:#343A40`,
  cell: `padding:16px 32px 0;${font};font-size:15px;line-height:24px;color:#343A40`,
  guard: `padding:8px 12px;background-color:#E9EDF1;border-radius:6px;${font};font-size:13px;line-height:20px;color:#343A40`,
  button: `display:inline-block;padding:12px 24px;background-color:#267CAB;border-radius:6px;${font};font-size:15px;font-weight:600;color:#FFFFFF;text-decoration:none`,
  address: `${font};font-size:12px;line-height:18px;color:#616B75;word-break:break-all`,
  code: 'padding:16px;background-color:#E9EDF1;border-radius:6px;font-family:Menlo,Consolas,monospace;font-size:28px;font-weight:700;letter-spacing:4px;color:#343A40',
  label: `padding:4px 16px 4px 0;${font};font-size:13px;line-height:20px;color:#616B75;vertical-align:top`,
  value: `padding:4px 0;${font};font-size:13px;line-height:20px;color:#343A40;word-break:break-all`,
  footer: `padding:24px 32px;${font};font-size:12px;line-height:18px;color:#616B75`,
  hidden: 'display:none;max-height:0;overflow:hidden',
} as const;

const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

export function mailHtml(mail: FramedMail): string {
  const { language, content, publicUrl, antiPhishingLine, footerLines } = mail;
  const guard = antiPhishingLine
    ? cell(
        `<table ${table} width="100%"><tr><td style="${style.guard}">${lines(antiPhishingLine)}</td></tr></table>`,
      )
    : '';
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(content.subject)}</title>
</head>
<body style="${style.page}">
<div style="${style.hidden}">${escapeHtml(content.preheader)}</div>
<table ${table} width="100%" style="${style.outer}"><tr><td align="center" style="padding:24px 12px">
<table ${table} width="100%" style="${style.sheet}">
<tr><td style="${style.brand}">Emporion</td></tr>
${guard}${content.blocks.map(blockHtml).join('\n')}
<tr><td style="${style.footer}"><a href="${escapeHtml(publicUrl)}" style="color:#14709E">${escapeHtml(publicUrl)}</a><br>${footerLines.map(lines).join('<br>')}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function blockHtml(block: MailBlock): string {
  switch (block.kind) {
    case 'paragraph':
      return cell(lines(block.text));
    case 'link': {
      const href = escapeHtml(block.href);
      const button = `<a href="${href}" style="${style.button}">${escapeHtml(block.label)}</a>`;
      return cell(`${button}<br><br><span style="${style.address}">${href}</span>`);
    }
    case 'code':
      return cell(
        `<table ${table} width="100%"><tr><td align="center" style="${style.code}">${escapeHtml(block.code)}</td></tr></table>`,
      );
    case 'facts':
      return cell(`<table ${table}>${block.rows.map(factHtml).join('')}</table>`);
  }
}

function factHtml([label, value]: readonly [label: string, value: string]): string {
  return `<tr><td style="${style.label}">${escapeHtml(label)}</td><td style="${style.value}">${lines(value)}</td></tr>`;
}

function cell(content: string): string {
  return `<tr><td style="${style.cell}">${content}</td></tr>\n`;
}

/** Plain text as HTML that keeps its lines. */
function lines(text: string): string {
  return escapeHtml(text).replace(/\r?\n/g, '<br>');
}
