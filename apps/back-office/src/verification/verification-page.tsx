import { type VerificationDetails, verificationReviewEndpoints } from '@emporion/contracts/rest';
import type { OfficerCheck } from '@emporion/contracts/verification';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { refusalOf } from '@emporion/web/api/refusal-of.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useTranslation } from '@emporion/web/ui/text/use-translation.ts';
import { showToast } from '@emporion/web/ui/toast/toast-store.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useMay, useMe } from '#app/me.ts';
import { Badge, inWords } from '#kit/badge.tsx';
import { Facts } from '#kit/facts.tsx';
import { Failure } from '#kit/failure.tsx';
import { Identifier } from '#kit/identifier.tsx';
import { Loading } from '#kit/loading.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { countryName } from '#kit/region-names.ts';
import { Time } from '#kit/time.tsx';
import { Checklist, ProofDate } from './checklist.tsx';
import { DocumentView } from './document-view.tsx';
import { askApprove, askMore, askReject, askRevoke } from './verification-actions.ts';
import { alikeWords, evidenceWords, reasonWords, stateTones, verdictTones } from './words.ts';

const keyOf = (id: string) => ['verification', id];

/** Whether the caller claimed it and decides. */
function useDecides({ state, own, claimed_by }: VerificationDetails): boolean {
  const me = useMe();
  const may = useMay();
  return may('verification.decide') && state === 'review' && !own && claimed_by?.id === me.id;
}

/** Claiming and giving back change nothing for the user, so they take no code. */
function Actions({ verification, ticked }: { verification: VerificationDetails; ticked: OfficerCheck[] }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const me = useMe();
  const may = useMay();
  const { id, state, kyc_state, own, claimed_by } = verification;
  const counts = state === 'approved' && kyc_state === 'approved';
  if ((state !== 'review' && !counts) || !may('verification.decide')) return null;
  if (own)
    return <p className="text-muted">This looks like your own verification, so somebody else decides.</p>;
  if (counts)
    return (
      <div className="flex flex-wrap items-center gap-2">
        {verification.warning !== null && (
          <span className="text-muted">Revoke it, or take the flag off the account when it is right.</span>
        )}
        <Button color="red" onClick={() => askRevoke(verification)}>
          Revoke
        </Button>
      </div>
    );
  const change = async (endpoint: 'claim' | 'release') => {
    const answer = await call(verificationReviewEndpoints[endpoint], { params: { id } });
    if (answer.ok) client.setQueryData(keyOf(id), answer.value);
    else showToast({ type: 'error', title: refusalOf(answer.failure, t).message ?? 'It was refused.' });
  };
  if (claimed_by !== null && claimed_by.id !== me.id)
    return <p className="text-muted">{`${claimed_by.username} is working on it.`}</p>;
  if (claimed_by === null) return <Button onClick={() => void change('claim')}>Claim</Button>;
  const open = verification.checklist.filter((check) => !ticked.includes(check)).length;
  const unseen = verification.documents.filter(({ viewed }) => !viewed).length;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {open > 0 && <span className="text-muted">{`To approve, tick the checklist (${open} left).`}</span>}
      {unseen > 0 && (
        <span className="text-muted">{`To approve, open every document (${unseen} left).`}</span>
      )}
      <Button
        color="green"
        disabled={open > 0 || unseen > 0}
        onClick={() => askApprove(verification, ticked)}
      >
        Approve
      </Button>
      <Button color="red" onClick={() => askReject(verification, ticked)}>
        Reject
      </Button>
      <Button color="black" onClick={() => askMore(verification)}>
        Ask for more
      </Button>
      <Button variant="flat" onClick={() => void change('release')}>
        Release
      </Button>
    </div>
  );
}

/** What was declared beside what the account says; what differs is said in words. */
function Person({ declared, account }: Pick<VerificationDetails, 'declared' | 'account'>) {
  if (declared === null)
    return <p className="text-muted">Your role doesn’t see personal details, or they were erased.</p>;
  const compared = (value: string, known: string | undefined) => (
    <span className="inline-flex flex-wrap items-center gap-2">
      {value}
      {known !== undefined && known !== value && <Badge tone="warn">{`Account: ${known}`}</Badge>}
    </span>
  );
  return (
    <Facts
      facts={[
        ['First name', compared(declared.first_name, account?.first_name)],
        ['Last name', compared(declared.last_name, account?.last_name)],
        ['Date of birth', compared(declared.birthday, account?.birthday)],
        [
          'Country',
          compared(countryName(declared.country), account?.country && countryName(account.country)),
        ],
        ['Address', declared.address],
        ['City', `${declared.postal_code} ${declared.city}`],
      ]}
    />
  );
}

function Found({ verification }: { verification: VerificationDetails }) {
  const { document, verdict, reasons, note, again, user, same_document: same, warning } = verification;
  return (
    <Facts
      facts={[
        [
          'User',
          <Link key="user" to={`/users/${user.id}`} className="text-accent hover:underline">
            {user.username}
          </Link>,
        ],
        ['Now', `${inWords(verification.kyc_state)}, level ${verification.verified_level}`],
        [
          'Provider',
          verdict === null ? undefined : (
            <Badge key="verdict" tone={verdictTones[verdict]}>
              {inWords(verdict)}
            </Badge>
          ),
        ],
        ['Reasons', reasons.length === 0 ? undefined : reasons.map((each) => reasonWords[each]).join(', ')],
        [
          'Warning',
          warning === null ? undefined : (
            <span key="warning" className="inline-flex flex-wrap items-center gap-2">
              <Badge tone="bad">Rejected by the provider since</Badge>
              <Time at={warning.time} />
              {warning.reasons.map((each) => reasonWords[each]).join(', ')}
            </span>
          ),
        ],
        ['Document', document === null ? undefined : inWords(document.type)],
        ['Number', document?.number ?? undefined],
        ['Expires', document?.expires],
        [
          'Proof of address issued',
          verification.checklist.includes('address_recent') ? (
            <ProofDate key="proof" {...verification} />
          ) : undefined,
        ],
        [
          'Same person?',
          same.length === 0 ? undefined : (
            <span key="same" className="inline-flex flex-wrap items-center gap-2">
              {same.map((other) => (
                <Link
                  key={other.id}
                  to={`/verifications/${other.id}`}
                  className="text-accent hover:underline"
                >
                  <Badge tone="warn">{`${other.user.username}: ${inWords(other.state)}`}</Badge>
                  <span className="ml-1 text-xs text-muted">
                    {other.by.map((each) => alikeWords[each]).join(', ')}
                  </span>
                </Link>
              ))}
            </span>
          ),
        ],
        [
          'Asked for again',
          again.length === 0 ? undefined : again.map((each) => evidenceWords[each]).join(', '),
        ],
        ['Message to the user', note ?? undefined],
        ['Id', <Identifier key="id" value={verification.id} />],
      ]}
    />
  );
}

/** The other applications of the same account, the newest first: what was asked and refused before belongs to the picture. */
function OtherApplications({ id, user }: Pick<VerificationDetails, 'id' | 'user'>) {
  const { data } = useQuery({
    queryKey: ['verifications-of', user.id],
    queryFn: async ({ signal }) =>
      valueOrThrow(await call(verificationReviewEndpoints.list, { query: { user: user.id }, signal })),
  });
  if (data === undefined) return null;
  const others = data.results.filter((other) => other.id !== id);
  return (
    <Card
      title="Other applications"
      actions={
        data.next !== null && (
          <Link to={`/verifications?user=${user.id}`} className="text-accent hover:underline">
            All
          </Link>
        )
      }
    >
      {others.length === 0 && <p className="text-muted">This is the only one.</p>}
      <ul className="flex flex-col gap-1 empty:hidden">
        {others.map((other) => (
          <li key={other.id} className="flex flex-wrap items-center gap-x-3">
            <Link to={`/verifications/${other.id}`} className="text-accent hover:underline">
              {`Level ${other.level}`}
            </Link>
            <Badge tone={stateTones[other.state]}>{inWords(other.state)}</Badge>
            {(other.decided ?? other.submitted) !== null && <Time at={other.decided ?? other.submitted} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Documents({ verification }: { verification: VerificationDetails }) {
  const may = useMay();
  const { id, documents, documents_deleted } = verification;
  if (documents_deleted !== null)
    return <p className="text-muted">The documents were deleted on schedule.</p>;
  if (!may('users.documents')) return <p className="text-muted">Your role doesn’t see documents.</p>;
  if (documents.length === 0) return <p className="text-muted">No documents.</p>;
  return (
    <div className="grid gap-3 xl:grid-cols-2">
      {documents.map((document) => (
        <DocumentView key={document.id} verification={id} document={document} />
      ))}
    </div>
  );
}

function Content({ verification }: { verification: VerificationDetails }) {
  const { state, level, user, timeline, name } = verification;
  const [ticked, setTicked] = useState<OfficerCheck[]>([]);
  const decides = useDecides(verification);
  return (
    <>
      <PageHead
        title={
          <span className="inline-flex flex-wrap items-center gap-2">
            {`Level ${level}: ${name ?? user.username}`}
            <Badge tone={stateTones[state]}>{inWords(state)}</Badge>
          </span>
        }
        text="Every view of a document is recorded in the audit log."
        actions={<Actions verification={verification} ticked={ticked} />}
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <Card title="Declared">
            <Person {...verification} />
          </Card>
          <Card title="Found">
            <Found verification={verification} />
          </Card>
          <Card title="Checklist">
            <Checklist verification={verification} ticked={decides ? ticked : undefined} change={setTicked} />
          </Card>
          <OtherApplications {...verification} />
          <Card title="Timeline">
            <ol className="flex flex-col gap-1">
              {timeline.map(({ time, state: passed }) => (
                <li key={`${time} ${passed}`} className="flex flex-wrap gap-x-3">
                  <Time at={time} />
                  <span>{inWords(passed)}</span>
                </li>
              ))}
            </ol>
          </Card>
        </div>
        <Card title="Shown">
          <Documents verification={verification} />
        </Card>
      </div>
    </>
  );
}

export function VerificationPage() {
  const { id = '' } = useParams();
  const verification = useQuery({
    queryKey: keyOf(id),
    queryFn: async ({ signal }) =>
      valueOrThrow(await call(verificationReviewEndpoints.read, { params: { id }, signal })),
    refetchInterval: 15_000,
  });
  const { data, isPending, error, isFetching, refetch } = verification;
  if (data !== undefined) return <Content key={id} verification={data} />;
  if (isPending) return <Loading />;
  return <Failure error={error} onRetry={() => void refetch()} retrying={isFetching} />;
}
