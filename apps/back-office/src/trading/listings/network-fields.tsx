import { fieldsGrid, type Written, WrittenField } from '#kit/written.tsx';
import type { NetworkField, NetworkValues } from './network-form.ts';

interface NetworkFieldsProps {
  written: Written<NetworkField>;
  /** A network that is there: its nodes stay while none are named. */
  hosts?: readonly string[] | undefined;
}

const nodeHints = {
  bitcoin: 'Your own Core node with -txindex=1, as http://user:password@host:port.',
  evm: 'JSON-RPC, one address a line. Name two that different people run: they must agree on every block.',
  tron: 'A full node a line; where wallet/ and walletsolidity/ are two addresses, both with a space between them.',
} as const;

const feeUnits = { bitcoin: 'satoshi per virtual byte', evm: 'gwei', tron: 'TRX' } as const;

function Chain({ written }: NetworkFieldsProps) {
  const { family } = written.values;
  if (family === 'bitcoin')
    return (
      <WrittenField
        written={written}
        name="chain"
        label="Chain"
        options={[
          ['main', 'Main'],
          ['testnet', 'Test network'],
          ['regtest', 'Private (regtest)'],
        ]}
      />
    );
  if (family === 'evm')
    return (
      <WrittenField
        written={written}
        name="chain_id"
        label="Chain id"
        hint="1 for Ethereum. A node of another chain is not believed."
        isNumber
      />
    );
  return (
    <WrittenField
      written={written}
      name="first_block"
      label="Hash of the first block"
      hint="Filled in for the main chain. A node of another chain is not believed."
    />
  );
}

function Fees({ written }: NetworkFieldsProps) {
  const family = written.values.family as keyof typeof feeUnits;
  const unit = feeUnits[family];
  return (
    <>
      {family !== 'tron' && (
        <WrittenField
          written={written}
          name="fee_fallback"
          label={`Usual fee, in ${unit}`}
          hint="Offered when the node cannot tell what others pay."
          isNumber
        />
      )}
      {family === 'evm' && (
        <WrittenField
          written={written}
          name="fee_priority"
          label="Of it for the miner, in gwei"
          hint="The tip that goes with the usual fee."
          isNumber
        />
      )}
      <WrittenField
        written={written}
        name="fee_ceiling"
        label={`Highest fee, in ${unit}`}
        hint={
          family === 'tron'
            ? 'The most that a token’s contract may use for one payment.'
            : 'Nothing is ever offered above it; payouts wait instead.'
        }
        isNumber
      />
    </>
  );
}

function Finer({ written }: NetworkFieldsProps) {
  const { family } = written.values;
  if (family === 'evm')
    return (
      <WrittenField
        written={written}
        name="gas_max"
        label="Most gas of one payment"
        hint="120000 is enough for usual tokens."
        isNumber
      />
    );
  if (family === 'tron')
    return (
      <WrittenField
        written={written}
        name="expiration"
        label="Transactions expire after, in seconds"
        hint="60 to 43200. A transaction not mined by then is made again."
        isNumber
      />
    );
  return (
    <>
      <WrittenField
        written={written}
        name="fee_blocks"
        label="Mined within, in blocks"
        hint="The fee is what that takes."
        isNumber
      />
      <WrittenField
        written={written}
        name="payments_max"
        label="Withdrawals in one transaction"
        hint="At most 256."
        isNumber
      />
    </>
  );
}

/** What is known of a network, field by field, as its family needs it. */
export function NetworkFields({ written, hosts }: NetworkFieldsProps) {
  const { family } = written.values as NetworkValues;
  const kept = hosts === undefined ? '' : ` Empty: it stays ${hosts.join(', ')}.`;
  return (
    <div className="flex flex-col gap-4">
      <div className={fieldsGrid}>
        {hosts === undefined && (
          <WrittenField
            written={written}
            name="network_code"
            label="Code"
            hint="Lower-case letters and hyphens. Used in the API and can’t be changed later."
          />
        )}
        <WrittenField written={written} name="network_name" label="Name of the network" />
        <WrittenField
          written={written}
          name="tx_explorer"
          label="Explorer"
          hint="A web address to which a transaction’s hash is appended."
        />
        <WrittenField
          written={written}
          name="network_confirmations"
          label="Confirmations"
          hint="So many blocks deep a deposit is credited. More is safer and slower."
          isNumber
        />
        {family !== 'development' && <Chain written={written} />}
      </div>
      {family in nodeHints && (
        <>
          <WrittenField
            written={written}
            name="nodes"
            label={family === 'bitcoin' ? 'Node' : 'Nodes'}
            hint={`${nodeHints[family as keyof typeof nodeHints]} Never shown again.${kept}`}
            {...(family !== 'bitcoin' && { kind: 'lines' as const })}
          />
          <div className={fieldsGrid}>
            <Fees written={written} />
            <Finer written={written} />
          </div>
        </>
      )}
    </div>
  );
}
