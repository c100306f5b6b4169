import { ibanGroups } from '@emporion/contracts/rest';
import { CopyButton } from '@emporion/web/ui/copy/copy-button.tsx';
import { Link } from 'react-router';

interface IdentifierProps {
  value: string;
  /** Where it leads to. */
  to?: string | undefined;
}

/** An id, a hash or an address: its beginning and its end, the whole of it as its title and to be copied. */
export function Identifier({ value, to }: IdentifierProps) {
  const short = value.length > 16 ? `${value.slice(0, 6)}…${value.slice(-6)}` : value;
  return (
    <span className="inline-flex items-center gap-1 font-mono text-xs" title={value}>
      {to === undefined ? (
        short
      ) : (
        <Link to={to} className="text-accent hover:underline">
          {short}
        </Link>
      )}
      <CopyButton text={value} label={`Copy ${short}`} />
    </span>
  );
}

/** The same in full, for what somebody has to compare digit by digit: an IBAN in groups of four, which is copied without spaces. */
export function WholeText({ value }: { value: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <code className="font-mono text-xs wrap-anywhere">
        {ibanGroups(value).map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a number do not move, and may be the same.
          <span key={index} className="not-last:me-[0.5ch]">
            {group}
          </span>
        ))}
      </code>
      <CopyButton text={value} label="Copy it" />
    </span>
  );
}
