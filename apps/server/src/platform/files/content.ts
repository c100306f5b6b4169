import type { attachmentKinds } from '@emporion/contracts/rest';
import { isQuietPdf } from './pdf.ts';

export type AttachmentKind = (typeof attachmentKinds)[number];
/** What a file is by its content. A GIF is kept as a PNG of its first picture. */
export type ContentKind = AttachmentKind | 'gif';

/**
 * What these bytes are, whatever the file is called. `active`: a PDF that runs something or has something behind its end, markup such as SVG and HTML, and
 * scripts. Undefined for everything else that we do not take, such as programs and archives.
 */
export async function contentKind(bytes: Buffer): Promise<ContentKind | 'active' | undefined> {
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'png';
  if (bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'jpeg';
  if (/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return 'gif';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  if (bytes.toString('latin1', 0, 5) === '%PDF-') return (await isQuietPdf(bytes)) ? 'pdf' : 'active';
  return textKind(bytes);
}

/** UTF-8 without control characters, and neither markup nor a script: a browser or shell that guesses must not run it. */
function textKind(bytes: Buffer): 'txt' | 'active' | undefined {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  if (/[\u0000-\u0008\u000e-\u001f\u007f]/.test(text)) return undefined;
  return /^\s*(?:<|#!|%!)/.test(text) ? 'active' : 'txt';
}
