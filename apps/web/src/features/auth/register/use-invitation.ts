import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { call } from '#api/api.ts';
import { gateEndpoints } from '#api/contract/login.ts';

export type Invitation =
  | { readonly kind: 'none' }
  /** Not answered yet, or not answerable: the code goes along, and the server has the last word. */
  | { readonly kind: 'unchecked'; readonly code: string }
  | { readonly kind: 'valid'; readonly code: string }
  | { readonly kind: 'unknown'; readonly code: string };

const codeForm = /^[A-Za-z0-9]{4,16}$/;

/** The referral code of the address, and whether it exists. */
export function useInvitation(): Invitation {
  const { refcode } = useParams();
  const [checked, setChecked] = useState<Invitation | null>(null);

  useEffect(() => {
    if (refcode === undefined || !codeForm.test(refcode)) return;
    const aborter = new AbortController();
    void call(gateEndpoints.checkInvite, { body: { code: refcode }, signal: aborter.signal }).then(
      (answer) => {
        if (answer.ok) setChecked({ kind: answer.value.valid ? 'valid' : 'unknown', code: refcode });
      },
    );
    return () => aborter.abort();
  }, [refcode]);

  if (refcode === undefined) return { kind: 'none' };
  if (!codeForm.test(refcode)) return { kind: 'unknown', code: refcode };
  return checked?.kind !== 'none' && checked?.code === refcode
    ? checked
    : { kind: 'unchecked', code: refcode };
}
