import { parseMarkdown } from '@emporion/contracts/markdown';
import { Markdown } from '@emporion/web/ui/markdown/markdown.tsx';

/** A newsletter as its mail shows it. */
export function NewsletterPreview({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h3 className="pb-2 font-semibold">{title}</h3>
      <Markdown blocks={parseMarkdown(text)} base="/account" />
    </>
  );
}
