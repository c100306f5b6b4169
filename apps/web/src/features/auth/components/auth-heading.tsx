import { type ReactNode, useEffect, useRef } from 'react';
import { Icon, type IconName } from '#ui/icon/icon.tsx';

const tones = { plain: 'text-accent', good: 'text-buy', warning: 'text-warn', bad: 'text-sell' } as const;

interface AuthHeadingProps {
  title: string;
  lead?: ReactNode;
  icon?: IconName;
  /** How the icon speaks: of the matter, of what went well, or of what did not. */
  tone?: keyof typeof tones;
  /** What is shown took the place of something else on the same page: the screen reader starts here. */
  focused?: boolean;
}

export function AuthHeading({ title, lead, icon, tone = 'plain', focused = false }: AuthHeadingProps) {
  const titleRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) titleRef.current?.focus();
  }, [focused]);
  return (
    <div className="flex flex-col gap-2">
      {icon !== undefined && <Icon name={icon} size={32} className={tones[tone]} />}
      <h1 ref={titleRef} tabIndex={-1} className="text-xl font-bold outline-none">
        {title}
      </h1>
      {lead !== undefined && <p className="text-base text-pretty text-muted">{lead}</p>}
    </div>
  );
}
