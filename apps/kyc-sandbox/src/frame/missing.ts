/** What was shown so far, and what is written in the form. */
export interface Filled {
  readonly needs: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly written: Readonly<Record<string, string>>;
}

/** A passport has one page to show; a card says something on both sides. */
export const sidesOf = (type: string): readonly string[] =>
  type === 'passport' ? ['document_front'] : ['document_front', 'document_back'];

/** The names of everything that is still empty, from top to bottom: all of it is marked at once. */
export function missingOf({ needs, files, written }: Filled): string[] {
  const asked = [
    ...(needs.includes('document') ? ['number', 'expires', ...sidesOf(written.type ?? 'passport')] : []),
    ...(needs.includes('selfie') ? ['selfie'] : []),
    ...(needs.includes('address_proof') ? ['issued', 'address_proof'] : []),
  ];
  return asked.filter((name) => (written[name] ?? files[name] ?? '') === '');
}
