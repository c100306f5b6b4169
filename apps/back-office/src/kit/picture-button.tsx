import { Button } from '@emporion/web/ui/button/button.tsx';
import { useRef } from 'react';

const types = { png: 'image/png', svg: 'image/svg+xml', webp: 'image/webp' } as const;
type PictureType = keyof typeof types;

interface PictureButtonProps {
  /** What the button says. */
  label: string;
  /** What is chosen, for those who do not see it. */
  of: string;
  accepts: readonly PictureType[];
  /** The bytes of the chosen file in base64. */
  onPicture(base64: string): void;
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** As an address that an image can show; what it is by how it begins. */
export function pictureUrl(base64: string): string {
  const type = base64.startsWith('iVBOR') ? 'png' : base64.startsWith('UklGR') ? 'webp' : 'svg';
  return `data:${types[type]};base64,${base64}`;
}

/** Has a picture chosen from a file. */
export function PictureButton({ label, of, accepts, onPicture }: PictureButtonProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={inputRef}
        type="file"
        accept={accepts.map((type) => types[type]).join(',')}
        className="sr-only"
        aria-label={of}
        tabIndex={-1}
        onChange={async ({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          const chosen = file && (await base64Of(file));
          if (inputRef.current) inputRef.current.value = '';
          if (chosen !== undefined) onPicture(chosen);
        }}
      />
      <Button size="small" variant="flat" onClick={() => inputRef.current?.click()}>
        {label}
      </Button>
    </>
  );
}
