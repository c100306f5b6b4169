import type { Block, Inline } from '@emporion/contracts/markdown';
import { Link } from 'react-router';
import { Icon } from '#ui/icon/icon.tsx';

interface MarkdownProps {
  blocks: readonly Block[];
  /** Where paths begin, for a page that is not part of the site they belong to. Its links open beside it. */
  base?: string | undefined;
}

const linkLook = 'text-accent underline underline-offset-4';

function InlineLink({ to, text, base }: { to: string; text: string; base: string | undefined }) {
  const isPath = to.startsWith('/') && !to.startsWith('/api/');
  if (isPath && base === undefined)
    return (
      <Link to={to} className={linkLook}>
        {text}
      </Link>
    );
  return (
    <a href={isPath ? `${base}${to}` : to} target="_blank" rel="noopener noreferrer" className={linkLook}>
      {text}
    </a>
  );
}

function Words({ text, base }: { text: readonly Inline[]; base: string | undefined }) {
  // A text is drawn whole whenever it changes, so that places may stand for the words at them.
  return text.map((inline, place) => {
    const key = `${place}:${inline.kind}`;
    if (inline.kind === 'link') return <InlineLink key={key} to={inline.to} text={inline.text} base={base} />;
    if (inline.kind === 'strong')
      return (
        <strong key={key} className="font-semibold">
          {inline.text}
        </strong>
      );
    if (inline.kind === 'code')
      return (
        <code key={key} className="rounded-sm bg-raised px-1 font-mono text-[0.9em]">
          {inline.text}
        </code>
      );
    return <span key={key}>{inline.text}</span>;
  });
}

function Drawn({ block, base }: { block: Block; base: string | undefined }) {
  if (block.kind === 'heading') {
    const Heading = block.level === 2 ? 'h2' : 'h3';
    return (
      <Heading
        id={block.id}
        className={`mt-3 scroll-mt-20 font-semibold ${block.level === 2 ? 'text-lg' : 'text-md'}`}
      >
        <Words text={block.text} base={base} />
      </Heading>
    );
  }
  if (block.kind === 'list') {
    const List = block.ordered ? 'ol' : 'ul';
    return (
      <List className={`flex flex-col gap-2 ps-6 ${block.ordered ? 'list-decimal' : 'list-disc'}`}>
        {block.items.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text is drawn whole whenever it changes.
          <li key={place} className="ps-1 text-pretty marker:text-muted">
            <Words text={item} base={base} />
          </li>
        ))}
      </List>
    );
  }
  if (block.kind === 'note')
    return (
      <div className="flex gap-3 rounded-md border border-warn p-3">
        <Icon name="triangle-alert" size={18} className="mt-0.5 flex-none text-warn" />
        <p className="text-pretty">
          <Words text={block.text} base={base} />
        </p>
      </div>
    );
  return (
    <p className="text-pretty">
      <Words text={block.text} base={base} />
    </p>
  );
}

/** A text in the small part of Markdown that articles are written in. It becomes elements, never markup. */
export function Markdown({ blocks, base }: MarkdownProps) {
  return (
    <div className="flex flex-col gap-3 leading-relaxed">
      {blocks.map((block, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text is drawn whole whenever it changes.
        <Drawn key={place} block={block} base={base} />
      ))}
    </div>
  );
}
