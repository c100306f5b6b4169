import type { IconName } from './icon-names.ts';

export type { IconName } from './icon-names.ts';

export const spriteUrl = '/public/sprite.svg';

export interface IconProps {
  name: IconName;
  /** Width and height in pixels. */
  size?: number | undefined;
  className?: string | undefined;
  /** Said by assistive technology. Without it the icon is decoration. */
  label?: string | undefined;
}

/** An icon from the sprite, in the colour of the text around it. */
export function Icon({ name, size = 30, className, label }: IconProps) {
  const picture = <use href={`${spriteUrl}#${name}`} />;
  const shared = { width: size, height: size, className, 'data-icon': name, focusable: false } as const;
  if (label === undefined) {
    return (
      <svg {...shared} aria-hidden="true">
        {picture}
      </svg>
    );
  }
  return (
    <svg {...shared} role="img" aria-label={label}>
      {picture}
    </svg>
  );
}
