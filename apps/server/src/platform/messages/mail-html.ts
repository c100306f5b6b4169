import { type Html, type HtmlValue, html, htmlLines } from './html.ts';
import { markdownHtml } from './mail-markdown.ts';
import type { FramedMail, MailBrand } from './render-mail.ts';
import type { MailBlock } from './template.ts';

// Mail programs know little layout, and some drop style sheets, so everything is a table with its light style on the element. Those that read the sheet in the
// head show the dark one to whoever reads in the dark; the sheet has to insist, because what stands on an element comes first otherwise.
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
  value: `padding:4px 0;${font};font-size:13px;line-height:20px;color:#343A40;word-break:break-word`,
  footer: `padding:24px 32px;${font};font-size:12px;line-height:18px;color:#616B75`,
  link: 'color:#14709E',
  hidden: 'display:none;max-height:0;overflow:hidden',
} as const;

type Part = keyof typeof style;

/** The dark theme of the pages, by the part of a mail. */
const darkSheet = html`<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page,.outer{background-color:#0F1317!important}
.sheet{background-color:#171C21!important}
.brand,.cell,.value{color:#E6EAEE!important}
.guard,.code{background-color:#222930!important;color:#E6EAEE!important}
.address,.label,.footer{color:#8D98A3!important}
.link{color:#2399F1!important}
}
</style>`;

const look = (part: Part): Html => html`class="${part}" style="${style[part]}"`;

const table = html`role="presentation" cellpadding="0" cellspacing="0" border="0"`;
const wideTable = html`${table} width="100%"`;

export function mailHtml(mail: FramedMail): string {
  const { language, content, publicUrl, brand, antiPhishingLine, footerLines } = mail;
  const guard = antiPhishingLine
    ? cell(
        html`<table ${wideTable}><tr><td ${look('guard')}>${htmlLines(antiPhishingLine)}</td></tr></table>`,
      )
    : undefined;
  const { leave } = content;
  const footer = [
    ...footerLines.map((line) => html`<br>${htmlLines(line)}`),
    ...(leave ? [html`<br><a href="${leave.href}" ${look('link')}>${leave.label}</a>`] : []),
  ];
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${content.subject}</title>
${darkSheet}${accentSheet(brand)}
</head>
<body ${look('page')}>
<div style="${style.hidden}">${content.preheader}</div>
<table ${wideTable} ${look('outer')}><tr><td align="center" style="padding:24px 12px">
<table ${wideTable} ${look('sheet')}>
<tr><td ${look('brand')}>${head(brand, publicUrl)}</td></tr>
${guard}${content.blocks.map(blockHtml)}<tr><td ${look('footer')}><a href="${publicUrl}" ${look('link')}>${publicUrl}</a>${footer}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`.source;
}

/** The name, with the logo before it where mail programs show it: they draw no SVG. */
function head({ name, logo }: MailBrand, publicUrl: string): HtmlValue {
  if (!logo?.endsWith('.png')) return name;
  const address = `${publicUrl}/public/brand/${logo}`;
  return html`<img src="${address}" alt="" height="28" style="vertical-align:middle;border:0"> ${name}`;
}

/** The colours that staff chose, where the mail program reads a sheet; elsewhere those of the product stay. */
function accentSheet({ accent }: MailBrand): Html | undefined {
  if (accent === null) return undefined;
  return html`<style>
.button{background-color:${accent.light}!important}
.link{color:${accent.light}!important}
@media (prefers-color-scheme:dark){.link{color:${accent.dark}!important}}
</style>`;
}

function blockHtml(block: MailBlock): Html {
  switch (block.kind) {
    case 'paragraph':
      return cell(htmlLines(block.text));
    case 'markdown':
      return html`${markdownHtml(block).map(cell)}`;
    case 'link':
      return cell(
        html`<a href="${block.href}" ${look('button')}>${block.label}</a><br><br><span ${look('address')}>${block.href}</span>`,
      );
    case 'code':
      return cell(
        html`<table ${wideTable}><tr><td align="center" ${look('code')}>${block.code}</td></tr></table>`,
      );
    case 'facts':
      return cell(html`<table ${table}>${block.rows.map(factHtml)}</table>`);
  }
}

function factHtml([label, value]: readonly [label: string, value: string]): Html {
  return html`<tr><td ${look('label')}>${label}</td><td ${look('value')}>${htmlLines(value)}</td></tr>`;
}

function cell(content: HtmlValue): Html {
  return html`<tr><td ${look('cell')}>${content}</td></tr>\n`;
}
