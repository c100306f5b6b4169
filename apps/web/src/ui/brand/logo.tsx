import { chosen } from '#language/brand.ts';
import { classNames } from '#ui/class-names.ts';

/** The head of an Ionic column: where trade met in the agora. */
export function Emblem({ size = 24, className }: { size?: number; className?: string }) {
  return (
    <svg
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="2"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className={className}
      aria-hidden="true"
    >
      <path d="M4 3h16" />
      <path d="M6.5 6.5h11M6.5 13a3.25 3.25 0 1 1 3.25-3.25 1.6 1.6 0 0 1-3 .8M17.5 13a3.25 3.25 0 1 0-3.25-3.25 1.6 1.6 0 0 0 3 .8" />
      <path d="M8 15.5V21M12 14v7M16 15.5V21" />
    </svg>
  );
}

export interface LogoProps {
  size?: number | undefined;
  className?: string | undefined;
  /** Shows the emblem alone; the name is still said. */
  compact?: boolean | undefined;
}

/** Emblem and name. */
export function Logo({ size = 22, className, compact = false }: LogoProps) {
  return (
    <span className={classNames('inline-flex items-center gap-2 text-text', className)}>
      {chosen.logo ? (
        <img src={chosen.logo} alt="" style={{ height: size }} />
      ) : (
        <Emblem size={size} className="text-accent" />
      )}
      <span className={compact ? 'sr-only' : 'whitespace-nowrap text-md font-bold tracking-tight'}>
        {chosen.brand}
      </span>
    </span>
  );
}
