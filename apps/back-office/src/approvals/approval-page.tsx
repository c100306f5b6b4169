import { type Approval, approvalEndpoints } from '@emporion/contracts/rest';
import { texts } from '@emporion/i18n/texts';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useArea, useTranslation } from '@emporion/web/ui/text/use-translation.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { useMe } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { Badge, inWords } from '#kit/badge.tsx';
import { Facts } from '#kit/facts.tsx';
import { Failure } from '#kit/failure.tsx';
import { Identifier } from '#kit/identifier.tsx';
import { Loading } from '#kit/loading.tsx';
import { NetworkName } from '#kit/network-name.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { Age, Time } from '#kit/time.tsx';
import { roleNames } from '#staff/role-names.ts';
import { describe, type Named } from './describe.ts';
import { kindNames, kindSentences, stateTones } from './words.ts';

type Decision = 'approve' | 'reject' | 'withdraw';

const decisions = {
  approve: {
    title: 'Approve this proposal',
    text: 'With the last vote it is carried out at once. Check every value first.',
    confirm: 'Approve',
    done: 'Approved.',
  },
  reject: {
    title: 'Reject this proposal',
    text: 'This ends it. Another try is another proposal.',
    confirm: 'Reject',
    done: 'Rejected.',
  },
  withdraw: {
    title: 'Take this proposal back',
    text: 'This ends it. Another try is another proposal.',
    confirm: 'Take back',
    done: 'Taken back.',
  },
} as const;

function decide(id: string, decision: Decision): void {
  const { title, text, confirm, done } = decisions[decision];
  askAction({
    title,
    text,
    fields: [reasonField],
    confirm,
    isDangerous: decision !== 'approve',
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(approvalEndpoints[decision], { params: { id }, body: { reason, confirmation } }),
        done: ({ state, failure }) =>
          state === 'failed'
            ? {
                type: 'error',
                title: 'Approved, but it could not be carried out.',
                description: texts.t([`errors.${failure}`, 'common.somethingWentWrong']),
              }
            : done,
      }),
  });
}

function Decisions({ approval }: { approval: Approval }) {
  useArea('errors');
  const { t } = useTranslation();
  const me = useMe();
  const { id, state, objection, proposer, voters } = approval;
  if (state !== 'open') return null;
  if (proposer.id === me.id) {
    return (
      <Button color="black" onClick={() => decide(id, 'withdraw')}>
        Take back
      </Button>
    );
  }
  if (objection === 'approval_not_found') {
    return (
      <p className="text-muted">
        {`Your role does not vote on this. It needs: ${voters.map((role) => roleNames[role]).join(' or ')}.`}
      </p>
    );
  }
  if (objection !== null) {
    return <p className="text-muted">{t([`errors.${objection}`, 'common.somethingWentWrong'])}</p>;
  }
  return (
    <>
      <Button color="green" onClick={() => decide(id, 'approve')}>
        Approve
      </Button>
      <Button color="red" onClick={() => decide(id, 'reject')}>
        Reject
      </Button>
    </>
  );
}

function Votes({ votes }: Pick<Approval, 'votes'>) {
  if (votes.length === 0) return <p className="text-muted">Nobody has voted yet.</p>;
  return (
    <ul className="flex flex-col gap-2">
      {votes.map(({ voter, approves, reason, time }) => (
        <li key={voter.id} className="flex flex-wrap items-baseline gap-x-2">
          <Badge tone={approves ? 'good' : 'bad'}>{approves ? 'Approved' : 'Rejected'}</Badge>
          <b className="font-semibold">{voter.username}</b>
          <Time at={time} />
          <span className="text-muted">{reason}</span>
        </li>
      ))}
    </ul>
  );
}

function NamedValue({ value, to, isExact, isNetwork }: Named) {
  if (to !== undefined) {
    return (
      <Link to={to} className="text-accent hover:underline">
        {value}
      </Link>
    );
  }
  if (isNetwork === true) return <NetworkName code={value} />;
  if (isExact === true) return <code className="wrap-anywhere">{value}</code>;
  return value;
}

/** What it names, and each value that changes beside the one that stood there. */
function Proposed({ approval }: { approval: Approval }) {
  const { named, differences } = describe(approval);
  return (
    <div className="flex flex-col gap-4">
      <p>{kindSentences[approval.kind]}</p>
      <Facts facts={named.map((each) => [each.label, <NamedValue key={each.label} {...each} />])} />
      {differences.length > 0 && (
        <div className="table-scroll">
          <table className="table">
            <caption className="sr-only">What changes</caption>
            <thead>
              <tr>
                <th scope="col">What changes</th>
                <th scope="col">When it was proposed</th>
                <th scope="col">Then</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ label, before, after }) => (
                <tr key={label}>
                  <td data-label="What changes">{label}</td>
                  <td data-label="When it was proposed" className="num text-muted">
                    {before ?? '–'}
                  </td>
                  <td data-label="Then" className="num">
                    <b className="font-semibold">{after}</b>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

function Content({ approval }: { approval: Approval }) {
  useArea('errors');
  const { t } = useTranslation();
  const { kind, state, failure, due } = approval;
  return (
    <>
      <PageHead
        title={
          <span className="inline-flex items-center gap-2">
            {kindNames[kind]} <Badge tone={stateTones[state]}>{inWords(state)}</Badge>
          </span>
        }
        text={approval.reason}
        actions={<Decisions approval={approval} />}
      />
      {failure !== null && (
        <p role="alert" className="text-sell">
          {t([`errors.${failure}`, 'common.somethingWentWrong'])}
        </p>
      )}
      <Card title="What is proposed">
        <Proposed approval={approval} />
      </Card>
      <Card title="Votes">
        <Votes votes={approval.votes} />
      </Card>
      <Card title="About it">
        <Facts
          facts={[
            ['Proposed by', approval.proposer.username],
            ['Proposed', <Time key="proposed" at={approval.proposed} />],
            ['Age', <Age key="age" since={approval.proposed} />],
            ['Expires', <Time key="expires" at={approval.expires} />],
            ['Carried out by itself', due === null ? undefined : <Time key="due" at={due} />],
            ['Closed', <Time key="closed" at={approval.closed} />],
            ['Fingerprint', <Identifier key="hash" value={approval.payload_hash} />],
          ]}
        />
      </Card>
    </>
  );
}

export function ApprovalPage() {
  const { id = '' } = useParams();
  const approval = useQuery({
    queryKey: ['approval', id],
    queryFn: async ({ signal }) =>
      valueOrThrow(await call(approvalEndpoints.read, { params: { id }, signal })),
    refetchInterval: 10_000,
  });
  if (approval.data !== undefined) return <Content approval={approval.data} />;
  if (approval.isPending) return <Loading />;
  return (
    <Failure error={approval.error} onRetry={() => void approval.refetch()} retrying={approval.isFetching} />
  );
}
