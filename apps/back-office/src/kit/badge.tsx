import type { ReactNode } from 'react';

export type Tone = 'good' | 'warn' | 'bad' | 'plain' | 'accent';

/** A state in a word. The colour only helps: the word says it. */
export function Badge({ tone = 'plain', children }: { tone?: Tone | undefined; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}

/** `two_words` as they are read. */
export function inWords(name: string): string {
  const text = name
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/\b(?:api|kyc|sms)\b/g, (short) => short.toUpperCase());
  return text.charAt(0).toUpperCase() + text.slice(1);
}
