import { type Html, type HtmlValue, html, htmlLines } from './html.ts';
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
  link: 'color:#14709E',
  hidden: 'display:none;max-height:0;overflow:hidden',
} as const;

const table = html`role="presentation" cellpadding="0" cellspacing="0" border="0"`;
const wideTable = html`${table} width="100%"`;

export function mailHtml(mail: FramedMail): string {
  const { language, content, publicUrl, brand, antiPhishingLine, footerLines } = mail;
  const guard = antiPhishingLine
    ? cell(
        html`<table ${wideTable}><tr><td style="${style.guard}">${htmlLines(antiPhishingLine)}</td></tr></table>`,
      )
    : undefined;
  const footer = footerLines.map((line) => html`<br>${htmlLines(line)}`);
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${content.subject}</title>
</head>
<body style="${style.page}">
<div style="${style.hidden}">${content.preheader}</div>
<table ${wideTable} style="${style.outer}"><tr><td align="center" style="padding:24px 12px">
<table ${wideTable} style="${style.sheet}">
<tr><td style="${style.brand}">${brand}</td></tr>
${guard}${content.blocks.map(blockHtml)}<tr><td style="${style.footer}"><a href="${publicUrl}" style="${style.link}">${publicUrl}</a>${footer}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`.source;
}

function blockHtml(block: MailBlock): Html {
  switch (block.kind) {
    case 'paragraph':
      return cell(htmlLines(block.text));
    case 'link':
      return cell(
        html`<a href="${block.href}" style="${style.button}">${block.label}</a><br><br><span style="${style.address}">${block.href}</span>`,
      );
    case 'code':
      return cell(
        html`<table ${wideTable}><tr><td align="center" style="${style.code}">${block.code}</td></tr></table>`,
      );
    case 'facts':
      return cell(html`<table ${table}>${block.rows.map(factHtml)}</table>`);
  }
}

function factHtml([label, value]: readonly [label: string, value: string]): Html {
  return html`<tr><td style="${style.label}">${label}</td><td style="${style.value}">${htmlLines(value)}</td></tr>`;
}

function cell(content: HtmlValue): Html {
  return html`<tr><td style="${style.cell}">${content}</td></tr>\n`;
}
