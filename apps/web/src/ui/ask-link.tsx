import { Icon } from '#ui/icon/icon.tsx';

interface AskLinkProps {
  /** What the question will be about: an order, a withdrawal, or the code of a refusal. */
  about: `${'order' | 'withdrawal' | 'refusal'}:${string}`;
  text: string;
  /** What was said, for the subject; a code says nothing to people. */
  said?: string | undefined;
}

/** Leads to a ticket that carries what it is about, in a tab of its own, as its icon says: whoever asks goes on with what they did. */
export function AskLink({ about, text, said }: AskLinkProps) {
  const query = new URLSearchParams({ about, ...(said !== undefined && { said }) });
  return (
    <a
      href={`/account/support/tickets/new?${query}`}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-8 items-center gap-1 self-end text-accent hover:underline"
    >
      <Icon name="life-buoy" size={14} />
      {text}
      <Icon name="external-link" size={12} />
    </a>
  );
}
