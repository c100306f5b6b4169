import {
  type AccountKeys,
  type AddressFormatName,
  costOf,
  type SignerCoins,
  type SignerIdentity,
  type SigningAnswer,
  type SigningRequest,
  signBitcoin,
  signDevelopment,
  signEvm,
  signTron,
} from '@emporion/chains';
import { readSigningRequest, ShapeError, UnknownKindError } from '@emporion/chains/wire';
import { invariant } from '@emporion/kernel';
import { type Count, transactionIdOf } from '#count/count.ts';
import type { NetworkPolicy, Policy } from '#policy/policy.ts';
import { countableAmounts, spentOf } from './amounts.ts';
import { type Refusal, refusalOf } from './checks.ts';
import { paidOf, refusalOfSigned } from './paid-withdrawals.ts';
import { hashOfCommon, hashOfInputs, hashOfWords } from './words.ts';

interface Network {
  readonly policy: NetworkPolicy;
  readonly keys: AccountKeys;
}

/** Signs what its policy allows and its count has room for. It works on one request after the other, so nothing comes between a check and its entry. */
export class Signer {
  readonly #policy: Policy;
  readonly #count: Count;
  readonly #log: (line: string) => void;
  readonly #networks: ReadonlyMap<string, Network>;
  readonly #identity: SignerIdentity;

  constructor(parts: {
    policy: Policy;
    count: Count;
    keysOf: (format: AddressFormatName) => AccountKeys;
    demo: boolean;
    /** Gets a line for each new signature, before it leaves: one that nobody sends shows nowhere else. */
    log: (line: string) => void;
  }) {
    const { policy, count, keysOf, demo, log } = parts;
    this.#log = log;
    this.#policy = policy;
    this.#count = count;
    this.#networks = new Map(
      [...policy.networks].map(([code, network]) => [
        code,
        { policy: network, keys: keysOf(network.addressFormat) },
      ]),
    );
    this.#identity = { demo, networks: Object.fromEntries([...this.#networks].map(identityOf)) };
  }

  /** With the last request that was signed: a server that does not know it has forgotten what was paid. */
  get identity(): SignerIdentity {
    const { last } = this.#count;
    return { ...this.#identity, ...(last !== undefined && { last }) };
  }

  /** The coins of the policy, without limits: the server says with them which listed coin cannot be paid out. */
  get coins(): SignerCoins {
    return Object.fromEntries(
      [...this.#policy.networks].map(([code, { coins }]) => [
        code,
        Object.fromEntries([...coins].map(([coin, { contract }]) => [coin, contract ? { contract } : {}])),
      ]),
    );
  }

  /**
   * Answers a request as it came over the socket.
   *
   * @throws CountFault when the request cannot be counted; then nothing was signed, and the process must end.
   */
  sign(value: unknown): SigningAnswer {
    let request: SigningRequest;
    try {
      request = readSigningRequest(value);
    } catch (error) {
      if (error instanceof UnknownKindError)
        return refuse({ refusal: 'unknown_kind', reason: error.message });
      if (error instanceof ShapeError) return refuse({ refusal: 'malformed', reason: error.message });
      throw error;
    }
    const network = this.#networks.get(request.network);
    if (!network)
      return refuse({ refusal: 'unknown_network', reason: 'signer.json does not have this network.' });
    const words = hashOfWords(request);
    const known = this.#count.find(request.id, words);
    // The signature may have left already, so it may leave again: the same words give the same bytes.
    if (known === 'same') return transactionOf(request, network);
    if (known === 'other')
      return refuse({ refusal: 'id_reused', reason: 'This id was signed for another request.' });
    if (known === 'past')
      return refuse({ refusal: 'id_reused', reason: 'This id was signed long ago. It is not signed again.' });
    return this.#signNew(request, { network, words });
  }

  #signNew(request: SigningRequest, { network, words }: { network: Network; words: string }): SigningAnswer {
    const wrong = refusalOf(request, network);
    if (wrong) return refuse(wrong);
    const common = hashOfCommon(request);
    const replaced = request.replaces === undefined ? undefined : this.#count.replaceable(request.replaces);
    if (request.replaces !== undefined) {
      const refusal = refusalOfReplacement(request, { replaced, common });
      if (refusal) return refuse(refusal);
    }
    const signedBefore = refusalOfSigned(request, this.#count);
    if (signedBefore) return refuse(signedBefore);
    const days = { policy: this.#policy, network: network.policy, count: this.#count };
    const amounts = countableAmounts(request, { ...days, countedFee: replaced?.groupFee });
    if (!amounts.ok) return refuse(amounts.failure);
    const answer = transactionOf(request, network);
    const mixed = this.#refusalOfMixedAmounts(request, answer);
    if (mixed) return refuse(mixed);
    const group = replaced?.entry.group ?? request.id;
    const pays = paidOf(request);
    this.#count.add({
      id: request.id,
      words,
      common,
      group,
      fee: costOf(request.terms),
      amounts: amounts.value,
      ...(pays && { pays }),
    });
    // From here on the request is signed, whether or not its answer arrives.
    const { id, kind, network: code } = request;
    const transactionId = answer.signed ? answer.transactionId : undefined;
    this.#log(
      JSON.stringify({ signed: id, kind, network: code, transactionId, days: spentOf(amounts.value, days) }),
    );
    return answer;
  }

  /** One transaction of the Bitcoin family is signed for one set of amounts, for ever; see `hashOfInputs`. It is kept as an id of its own. */
  #refusalOfMixedAmounts({ terms }: SigningRequest, answer: SigningAnswer): Refusal | undefined {
    if (terms.family !== 'bitcoin' || !answer.signed) return undefined;
    const id = transactionIdOf(answer.transactionId);
    const words = hashOfInputs(terms);
    const known = this.#count.find(id, words);
    if (known === 'other' || known === 'past')
      return { refusal: 'id_reused', reason: 'This transaction was signed long ago, or with other amounts.' };
    if (known === 'unknown')
      this.#count.add({ id, words, common: words, group: id, fee: 0n, amounts: new Map() });
    return undefined;
  }
}

function refusalOfReplacement(
  request: SigningRequest,
  { replaced, common }: { replaced: ReturnType<Count['replaceable']>; common: string },
): Refusal | undefined {
  const refusal = 'not_a_replacement';
  if (request.terms.family === 'tron')
    return { refusal, reason: 'Nothing on Tron replaces another: a new transaction counts anew.' };
  if (!replaced) return { refusal, reason: 'What it replaces was not signed here, or too long ago.' };
  if (replaced.entry.common !== common)
    return {
      refusal,
      reason: 'Its payments, and its sender and number or first input, must be those of what it replaces.',
    };
  if (costOf(request.terms) <= replaced.groupFee)
    return { refusal, reason: `Its fee must be above ${replaced.groupFee}.` };
  return undefined;
}

function transactionOf({ payments, terms }: SigningRequest, { policy, keys }: Network): SigningAnswer {
  if (terms.family === 'evm' || terms.family === 'tron') {
    const [payment] = payments;
    invariant(payment, 'A request without a payment was let through.');
    const { id, raw } = keys.withSecretKey(terms.from, (secretKey) =>
      terms.family === 'evm' ? signEvm(payment, terms, secretKey) : signTron(payment, terms, secretKey),
    );
    return { signed: true, transactionId: id, raw };
  }
  if (terms.family === 'bitcoin') {
    const { addressFormat: coin, bitcoinChain: chain } = policy;
    invariant(coin === 'bitcoin' || coin === 'litecoin', 'A network of this family has another format.');
    const { id, raw } = signBitcoin({ payments, terms }, { keys, network: { coin, chain } });
    return { signed: true, transactionId: id, raw };
  }
  const { nonce, fee } = terms;
  const plain = payments.map(({ to, memo, contract, amount }) => ({
    to,
    ...(memo !== undefined && { memo }),
    ...(contract !== undefined && { contract }),
    amount,
  }));
  const { id, raw } = keys.withSecretKey(terms.from, (secretKey) =>
    signDevelopment({ nonce, payments: plain, fee }, { network: policy, secretKey }),
  );
  return { signed: true, transactionId: id, raw };
}

function identityOf([code, { policy, keys }]: [string, Network]): [
  string,
  SignerIdentity['networks'][string],
] {
  const { cold } = policy;
  return [
    code,
    {
      publicKey: keys.extendedPublicKey,
      ...(cold && { coldAddress: cold.address }),
      ...(cold?.memo !== undefined && { coldMemo: cold.memo }),
    },
  ];
}

function refuse(refusal: Refusal): SigningAnswer {
  return { signed: false, ...refusal };
}
