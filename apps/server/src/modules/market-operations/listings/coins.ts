import {
  type ChainAnswer,
  fiatCurrencies,
  type listingEndpoints,
  type StaffCoin,
} from '@emporion/contracts/rest';
import type { FastifyRequest } from 'fastify';
import { sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import { makeStaffChange, recordStaffAction, type StaffCall } from '#modules/audit/index.ts';
import { drawCoinLogo, reloadSettings, writeCoinLogo } from '#modules/exchange-settings/index.ts';
import { originOf, requireConfirmation } from '#modules/identity/index.ts';
import { forgetMarkets, reconcileMarkets } from '#modules/markets/index.ts';
import { renewOwnSigner } from '#modules/wallet/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import {
  askAboutCoin,
  checkCoin,
  exists,
  type NewCoin,
  type NewNetwork,
  type OnNetwork,
} from './check-coin.ts';
import { nodeHosts } from './node-addresses.ts';
import { readStaffCoins } from './read-coins.ts';

interface PreviewCall {
  readonly caller: { readonly userId: string };
  readonly body: z.output<typeof listingEndpoints.previewCoin.body>;
  readonly request: FastifyRequest;
}

/**
 * Says what is wrong with a new coin, and what the nodes of its networks say. Those of a network that is new are asked with a fresh code only, and a row tells of it.
 *
 * @throws Problem as `checkCoin` and `askAboutCoin`.
 */
export async function previewCoin(
  platform: Platform,
  { caller, body: { confirmation, ask_node: asksNode, ...body }, request }: PreviewCall,
): Promise<ChainAnswer[]> {
  const checked = await checkCoin(platform, body);
  const { added } = checked;
  if (!added || !asksNode)
    return (await askAboutCoin(platform, checked, { needsNodes: false, asksNew: false })).answers;
  const origin = originOf(request);
  const action = { userId: caller.userId, action: 'back_office', confirmation, origin } as const;
  let answers: ChainAnswer[] = [];
  await requireConfirmation(platform, action, async (transaction) => {
    ({ answers } = await askAboutCoin(platform, checked, { needsNodes: false, asksNew: true }));
    await recordStaffAction(transaction, platform, {
      ...{ action: 'node_asked', actorId: caller.userId, origin, object: `network:${added.code}` },
      ...{ reason: 'Before it is listed', after: { nodes: nodeHosts(added.parameters) } },
    });
  });
  return answers;
}

/**
 * Lists a coin. It is held against what the nodes of its networks say once the fresh code was judged and before anything is written; trading it takes a market, which two people open.
 *
 * @throws Problem coin_logo_invalid, and as `checkCoin` and `askAboutCoin`.
 */
export async function createCoin(
  platform: Platform,
  call: StaffCall & { body: NewCoin & { without_node: boolean; logo: string | null } },
): Promise<StaffCoin> {
  const { body } = call;
  const picture = body.logo === null ? null : await drawCoinLogo(body.logo);
  const checked = await checkCoin(platform, body);
  const { added } = checked;
  await makeStaffChange(platform, call, async (transaction) => {
    if (await exists(transaction, body.code)) throw new Problem('coin_exists');
    const asks = { needsNodes: !body.without_node, asksNew: true };
    const { places, answers } = await askAboutCoin(platform, checked, asks);
    // What could not be paid out is not taken in either, until an operator switches it on.
    const unpaid = new Set(answers.flatMap(({ network, signer }) => (signer === 'lacks' ? network : [])));
    await insertCoin(transaction, body);
    const coinLogo = { coin: body.code, picture, by: call.caller.userId };
    const logo = picture && (await writeCoinLogo(transaction, platform, coinLogo)).after;
    if (body.new_network)
      await insertNetwork(transaction, body.new_network, { feeCoin: body.code, by: call.caller.userId });
    for (const [place, here] of places.entries())
      await insertPlace(transaction, {
        ...{ coin: body.code, here, place, depositsDisabled: unpaid.has(here.network) },
      });
    const unasked = answers.filter(({ problem }) => problem !== null).map(({ network }) => network);
    return {
      ...{ action: 'coin_listed', object: `coin:${body.code}` },
      after: {
        ...{ name: body.name, decimals: body.decimals, ...(logo !== null && { logo }) },
        networks: places.map(({ network, contract }) =>
          contract === null ? network : `${network} ${contract}`,
        ),
        ...(added && { nodes: nodeHosts(added.parameters) }),
        ...(unasked.length > 0 && { without_nodes: unasked }),
        ...(unpaid.size > 0 && { deposits_off_without_signer: [...unpaid] }),
      },
    };
  });
  if (picture) await reloadSettings(platform);
  await reconcileMarkets(platform);
  forgetMarkets(platform);
  renewOwnSigner(platform);
  return findStaffCoin(platform, body.code);
}

export async function findStaffCoin({ database }: Platform, code: string): Promise<StaffCoin> {
  const coin = (await readStaffCoins(database.kysely)).results.find((each) => each.code === code);
  if (!coin) throw new Problem('service_unavailable');
  return coin;
}

async function insertCoin(
  transaction: Transaction<unknown>,
  { code, name, decimals, site }: NewCoin,
): Promise<void> {
  const links = site === null ? [] : [{ href: site, title: 'Website' }];
  await sql`
    insert into coins (code, name, base, decimals, logo, links, kind, place)
    values (
      ${code}, ${name}, ${code}, ${decimals}, ${`/public/coins/${code.toLowerCase()}.svg`}, ${JSON.stringify(links)}::jsonb,
      ${fiatCurrencies.some((currency) => currency === code) ? 'fiat' : 'chain'}, (select coalesce(max(place) + 1, 0) from coins)
    )
  `.execute(transaction);
}

async function insertNetwork(
  transaction: Transaction<unknown>,
  network: NewNetwork,
  { feeCoin, by }: { feeCoin: string; by: string },
): Promise<void> {
  const {
    code,
    name,
    family,
    address_format,
    token_standard = null,
    tx_explorer,
    confirmations,
    parameters,
  } = network;
  await sql`
    insert into blockchains (code, name, token_standard, tx_explorer, confirmations, fee_coin, place, family, address_format, parameters, added_by)
    values (
      ${code}, ${name}, ${token_standard}, ${tx_explorer}, ${confirmations}, ${feeCoin},
      (select coalesce(max(place) + 1, 0) from blockchains), ${family}, ${address_format}, ${JSON.stringify(parameters)}::jsonb, ${by}
    )
  `.execute(transaction);
}

async function insertPlace(
  transaction: Transaction<unknown>,
  {
    coin,
    here,
    place,
    depositsDisabled,
  }: { coin: string; here: OnNetwork; place: number; depositsDisabled: boolean },
): Promise<void> {
  await sql`
    insert into coin_blockchains (
      coin, blockchain, place, contract, decimals, confirmations, deposit_min, withdrawal_fee, withdrawal_min, withdrawal_max, deposits_disabled
    )
    values (
      ${coin}, ${here.network}, ${place}, ${here.contract}, ${here.decimals}, ${here.confirmations}, ${here.deposit_min},
      ${here.withdrawal_fee}, ${here.withdrawal_min}, ${here.withdrawal_max}, ${depositsDisabled}
    )
  `.execute(transaction);
}
