import type { FileKind, FileType } from '@emporion/contracts/verification';

/** Smaller than this nobody could read it. */
const sideMin = { document_front: 300, document_back: 300, selfie: 200, address_proof: 300 } as const;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** What a file is by its own bytes: its type, if it is one that can be used as this; its name and what the browser says of it do not count. */
export function typeOfUpload(kind: FileKind, content: Buffer): FileType | undefined {
  const png = sizeOfPng(content);
  if (png) return isLarge(kind, png) ? 'image/png' : undefined;
  const jpeg = sizeOfJpeg(content);
  if (jpeg) return isLarge(kind, jpeg) ? 'image/jpeg' : undefined;
  return kind !== 'selfie' && isPdf(content) ? 'application/pdf' : undefined;
}

const isLarge = (kind: FileKind, { width, height }: Size) => Math.min(width, height) >= sideMin[kind];

function isPdf(content: Buffer): boolean {
  return (
    content.subarray(0, 5).toString('latin1') === '%PDF-' &&
    content.subarray(-1_024).toString('latin1').includes('%%EOF')
  );
}

function sizeOfPng(content: Buffer): Size | undefined {
  const isPng =
    content.length > 45 &&
    content.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n' &&
    content.subarray(12, 16).toString('latin1') === 'IHDR' &&
    content.subarray(-12).toString('latin1').includes('IEND');
  return isPng ? { width: content.readUInt32BE(16), height: content.readUInt32BE(20) } : undefined;
}

/** The frame header has the size; it stands behind segments of any number. */
function sizeOfJpeg(content: Buffer): Size | undefined {
  if (content.length < 4 || content.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 < content.length && content[at] === 0xff) {
    const marker = content[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: content.readUInt16BE(at + 5), width: content.readUInt16BE(at + 7) };
    at += 2 + content.readUInt16BE(at + 2);
  }
  return undefined;
}
