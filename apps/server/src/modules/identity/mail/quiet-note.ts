import type { MailBlock, TemplateContext } from '#platform/messages/template.ts';
import { momentIn } from './origin-facts.ts';

/** Says in the last mail of a day that no more of its kind will come, and where to look instead. */
export function quietNote(
  { text, language }: TemplateContext,
  { quietUntil }: { readonly quietUntil?: Date | undefined },
): MailBlock[] {
  if (quietUntil === undefined) return [];
  return [
    {
      kind: 'paragraph',
      text: text('identity.access.quiet', { time: momentIn(language, quietUntil) }),
    },
  ];
}
