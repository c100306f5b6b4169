import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { classNames } from '#ui/class-names.ts';

/** A link within or below a form, high enough for a finger. */
export function TextLink({ className, ...link }: ComponentProps<typeof Link> & { className?: string }) {
  return (
    <Link
      {...link}
      className={classNames(
        'inline-flex items-center text-accent underline-offset-4 hover:underline max-md:min-h-11',
        className,
      )}
    />
  );
}
