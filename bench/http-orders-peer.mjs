// The peer of `http-orders`, a process of its own: the plain way of building an exchange. Each order and each cancel is one SQL transaction
// that locks the balance, matches against the best order of the other side, and commits. It checks no token, which favours it.
import Fastify from 'fastify';
import pg from 'pg';

const [url = '', port = '0'] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 20 });

await pool.query(`
  drop table if exists peer_orders, peer_balances;
  create table peer_balances (account text, coin text, available numeric not null check (available >= 0),
    held numeric not null check (held >= 0), primary key (account, coin));
  create table peer_orders (id bigint generated always as identity primary key, account text not null, pair text not null, side text not null,
    price numeric not null, quantity numeric not null, remaining numeric not null, status text not null, placed_at timestamptz not null default now());
  create index on peer_orders (pair, side, price, id) where status = 'open';
`);

async function transaction(work) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const value = await work(client);
    await client.query('commit');
    return value;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function ensureBalances(account) {
  for (const coin of ['BTC', 'USDT']) {
    await pool.query('insert into peer_balances values ($1, $2, 1000000000, 0) on conflict do nothing', [
      account,
      coin,
    ]);
  }
}
const known = new Set();

async function move(client, account, coin, available, held) {
  const { rowCount } = await client.query(
    'update peer_balances set available = available + $3, held = held + $4 where account = $1 and coin = $2 and available + $3 >= 0',
    [account, coin, available, held],
  );
  if (rowCount === 0) throw new Error('no funds');
}

async function place(client, account, { operation: side, price, quantity, time_in_force, pair }) {
  const cost = Number(price) * Number(quantity);
  await move(
    client,
    account,
    side === 'buy' ? 'USDT' : 'BTC',
    side === 'buy' ? -cost : -quantity,
    side === 'buy' ? cost : quantity,
  );
  const { rows } = await client.query(
    `insert into peer_orders (account, pair, side, price, quantity, remaining, status) values ($1, $2, $3, $4, $5, $5, 'open') returning id`,
    [account, pair, side, price, quantity],
  );
  const [{ id }] = rows;
  const found = await client.query(
    side === 'buy'
      ? `select id, account, remaining from peer_orders where pair = $1 and side = 'sell' and status = 'open' and price <= $2 and account <> $3
         order by price, id limit 1 for update skip locked`
      : `select id, account, remaining from peer_orders where pair = $1 and side = 'buy' and status = 'open' and price >= $2 and account <> $3
         order by price desc, id limit 1 for update skip locked`,
    [pair, price, account],
  );
  const [maker] = found.rows;
  if (maker) {
    await client.query(`update peer_orders set remaining = 0, status = 'filled' where id = any ($1)`, [
      [id, maker.id],
    ]);
    const [buyer, seller] = side === 'buy' ? [account, maker.account] : [maker.account, account];
    await move(client, buyer, 'USDT', 0, -cost);
    await move(client, buyer, 'BTC', quantity, 0);
    await move(client, seller, 'BTC', 0, -quantity);
    await move(client, seller, 'USDT', cost, 0);
  } else if (time_in_force === 'ioc') await close(client, account, id);
  return { id: String(id) };
}

async function close(client, account, id) {
  const { rows } = await client.query(
    `update peer_orders set status = 'cancelled' where id = $1 and account = $2 and status = 'open' returning side, price, remaining`,
    [id, account],
  );
  const [order] = rows;
  if (!order) throw new Error('not open');
  const held = order.side === 'buy' ? Number(order.price) * Number(order.remaining) : Number(order.remaining);
  await move(client, account, order.side === 'buy' ? 'USDT' : 'BTC', held, -held);
  return { id: String(id) };
}

const app = Fastify();
const accountOf = async (request) => {
  const account = request.headers.authorization.slice(-12);
  if (!known.has(account)) {
    await ensureBalances(account);
    known.add(account);
  }
  return account;
};
app.post('/api/v1/orders', async (request) => {
  const account = await accountOf(request);
  return transaction((client) => place(client, account, request.body));
});
/** The same call for many orders; each is still a transaction of its own. */
const each = async (request, items, work) => {
  const account = await accountOf(request);
  const results = [];
  for (const item of items) {
    try {
      results.push({ order: await transaction((client) => work(client, account, item)), error: null });
    } catch (error) {
      results.push({ order: null, error: { code: error.message } });
    }
  }
  return { results };
};
app.post('/api/v1/orders/batch', (request) => each(request, request.body.orders, place));
app.post('/api/v1/orders/batch/cancel', (request) => each(request, request.body.ids, close));
app.delete('/api/v1/orders/:id', async (request) => {
  const account = await accountOf(request);
  return transaction((client) => close(client, account, request.params.id));
});
await app.listen({ host: '127.0.0.1', port: Number(port) });
process.stdout.write('listening\n');
