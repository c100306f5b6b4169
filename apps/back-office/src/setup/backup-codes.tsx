import { Button } from '@emporion/web/ui/button/button.tsx';
import { CopyButton } from '@emporion/web/ui/copy/copy-button.tsx';

interface BackupCodesProps {
  email: string;
  codes: readonly string[];
  /** What became of the account, after its address. */
  news: string;
  /** Where the login leads. */
  next: string;
}

/** Shown once: the server keeps only what they hash to. */
export function BackupCodes({ email, codes, news, next }: BackupCodesProps) {
  return (
    <>
      <p className="text-pretty">
        <b className="font-semibold">{email}</b> {news} Each of these codes lets you in once if the second
        step is lost. They are shown only here: keep them in a safe place.
      </p>
      <ul className="num grid grid-cols-2 gap-x-4 gap-y-1" aria-label="Backup codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="flex items-center gap-2 text-muted">
        <CopyButton text={codes.join('\n')} label="Copy the codes" /> Copy them all
      </p>
      <Button
        wide
        onClick={() => window.location.assign(`/account/login?redirectFrom=${encodeURIComponent(next)}`)}
      >
        I have kept them: log in
      </Button>
    </>
  );
}
