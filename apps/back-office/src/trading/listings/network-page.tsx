import { approvalEndpoints, listingEndpoints, type StaffNetwork } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { Failure } from '#kit/failure.tsx';
import { Loading } from '#kit/loading.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { Refused, useWritten } from '#kit/written.tsx';
import { coinsQuery } from './coins-query.ts';
import { NetworkFields } from './network-fields.tsx';
import { changeOf, type NetworkField, networkFieldOf, writtenNetwork } from './network-form.ts';
import { WithoutNode } from './node-answer.tsx';

function NetworkForm({ network }: { network: StaffNetwork }) {
  const navigate = useNavigate();
  const written = useWritten<NetworkField>(writtenNetwork(network));
  const [withoutNode, setWithoutNode] = useState(false);
  const { code, name, received, nodes, parameters } = network;
  const save = (): void =>
    askAction({
      title: received ? `Propose to correct ${name}` : `Correct ${name}`,
      text: received
        ? 'Money has come in over it, so a second person approves it first.'
        : 'It counts at once. No money has come in over it yet.',
      fields: [reasonField],
      confirm: received ? 'Propose' : 'Correct',
      run: async ({ reason = '' }) => {
        const change = { change: changeOf(written.values, parameters), without_node: withoutNode };
        const outcome = await makeChange<unknown>({
          send: (confirmation) =>
            received
              ? call(approvalEndpoints.changeNetwork, {
                  body: { network: code, ...change, reason, confirmation },
                })
              : call(listingEndpoints.changeNetwork, {
                  params: { network: code },
                  body: { ...change, reason, confirmation },
                }),
          done: received ? 'Proposed. A second person decides.' : 'The network was corrected.',
          onDone: () => void navigate(received ? '/approvals?state=open' : '/wallet/networks'),
        });
        if (outcome === undefined || outcome === 'left') return outcome;
        // Said at the fields of the page, which stands behind the dialog.
        const named = Object.entries(outcome.fields ?? {}).map(
          ([path, sentence]) => [networkFieldOf(path.replace(/^change\./, '')), sentence] as const,
        );
        const fields = named.filter(([field]) => field !== undefined);
        if (fields.length === 0) return outcome;
        written.setRefusal({ fields: Object.fromEntries(fields) });
        return undefined;
      },
    });
  return (
    <Card title={name}>
      <div className="flex flex-col gap-4">
        <NetworkFields written={written} hosts={nodes} />
        {network.family !== 'development' && <WithoutNode value={withoutNode} onChange={setWithoutNode} />}
        <Refused refusal={written.refusal} />
        <div className="flex flex-wrap gap-2">
          <Button color="black" onClick={() => void navigate('/wallet/networks')}>
            Back
          </Button>
          <Button onClick={save}>{received ? 'Propose the change' : 'Correct the network'}</Button>
        </div>
      </div>
    </Card>
  );
}

/** What was written when a network was listed, to be corrected. */
export function NetworkPage() {
  const { code = '' } = useParams();
  const coins = useQuery(coinsQuery);
  if (coins.isPending) return <Loading />;
  if (coins.data === undefined) return <Failure error={coins.error} onRetry={() => void coins.refetch()} />;
  const network = coins.data.networks.find((each) => each.code === code);
  return (
    <>
      <PageHead
        title={network?.name ?? code}
        text="Nodes, confirmations and fees of the network. The node is asked before anything changes."
      />
      {network === undefined ? (
        <p>
          There is no such network.{' '}
          <Link to="/wallet/networks" className="text-accent hover:underline">
            All networks
          </Link>
        </p>
      ) : (
        <NetworkForm network={network} />
      )}
    </>
  );
}
