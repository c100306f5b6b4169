-- What people ask us, and what they are answered. A ticket is somebody's with an account, or a visitor's who gave an address of mail.
create table support_tickets (
  id uuid primary key default gen_random_uuid(),
  -- The number that people say.
  number bigint not null generated always as identity (start with 1001) unique,
  user_id uuid references users (id),
  visitor_email text check (length(visitor_email) between 3 and 254),
  visitor_name text check (length(visitor_name) between 1 and 80),
  -- What a visitor reads. A user's own language is asked for each time.
  language text not null,
  subject text not null check (length(subject) between 1 and 150),
  category text not null check (category in ('technical', 'financial', 'account', 'trading', 'general')),
  priority text not null check (priority in ('low', 'medium', 'high', 'urgent')),
  state text not null default 'open' check (state in ('open', 'pending', 'in_progress', 'resolved', 'closed')),
  assignee uuid references users (id),
  escalated_at timestamptz,
  -- The ticket that had been closed for too long when its owner wrote again.
  follows uuid references support_tickets (id) on delete set null,
  -- What it was opened from: an order, a withdrawal or a refusal, as it was then.
  about_kind text check (about_kind in ('order', 'withdrawal', 'refusal')),
  about_id text check (length(about_id) between 1 and 80),
  about_facts jsonb,
  created_at timestamptz not null,
  -- When somebody last wrote where its owner sees it, or its state changed.
  changed_at timestamptz not null,
  -- Since when its owner waits for us. Null: they do not.
  waiting_since timestamptz,
  closed_at timestamptz,
  check ((user_id is null) = (visitor_email is not null)),
  check ((about_kind is null) = (about_id is null) and (about_kind is null) = (about_facts is null)),
  check ((state = 'closed') = (closed_at is not null)),
  check ((waiting_since is not null) = (state in ('open', 'in_progress')))
);
create index support_tickets_of_user on support_tickets (user_id, changed_at desc, id desc) where user_id is not null;
create index support_tickets_waiting on support_tickets (waiting_since, id) where waiting_since is not null;
create index support_tickets_by_change on support_tickets (changed_at desc, id desc);
create index support_tickets_of_assignee on support_tickets (assignee) where assignee is not null;

-- The steps that there are. Whoever is new in the table is open; nothing but these moves one on.
create function check_support_ticket_step() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'open' then
      raise exception 'A ticket begins open.' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if row(new.id, new.number, new.user_id, new.visitor_email, new.created_at, new.about_kind, new.about_id)
      is distinct from row(old.id, old.number, old.user_id, old.visitor_email, old.created_at, old.about_kind, old.about_id)
    or (old.state <> new.state and row(old.state, new.state) not in (
      ('open', 'in_progress'), ('open', 'pending'), ('open', 'resolved'), ('open', 'closed'),
      ('in_progress', 'open'), ('in_progress', 'pending'), ('in_progress', 'resolved'), ('in_progress', 'closed'),
      ('pending', 'open'), ('pending', 'in_progress'), ('pending', 'resolved'), ('pending', 'closed'),
      ('resolved', 'open'), ('resolved', 'in_progress'), ('resolved', 'pending'), ('resolved', 'closed'),
      ('closed', 'open'), ('closed', 'in_progress')
    )) then
    raise exception 'A ticket does not change so.' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger support_tickets_step before insert or update on support_tickets
  for each row execute function check_support_ticket_step();

create table support_messages (
  id bigint generated always as identity primary key,
  ticket_id uuid not null references support_tickets (id) on delete cascade,
  author text not null check (author in ('user', 'staff')),
  -- Of staff: who wrote it. Their name is for the desk alone.
  author_id uuid references users (id),
  -- A note of staff for each other.
  internal boolean not null default false,
  -- Written through the link of a mail, without a login.
  by_link boolean not null default false,
  text text not null check (length(text) between 1 and 8000),
  created_at timestamptz not null,
  check (not internal or author = 'staff'),
  check (author <> 'staff' or author_id is not null)
);
create index support_messages_of_ticket on support_messages (ticket_id, id);

-- Files, sealed under the secret. One that no message took is removed after a day.
create table support_attachments (
  id uuid primary key default gen_random_uuid(),
  uploader_id uuid not null references users (id),
  message_id bigint references support_messages (id) on delete cascade,
  name text not null check (length(name) between 1 and 120),
  kind text not null check (kind in ('png', 'jpeg', 'webp', 'pdf', 'txt')),
  bytes integer not null check (bytes between 1 and 20971520),
  sealed bytea not null,
  created_at timestamptz not null
);
-- Sealed bytes do not get smaller.
alter table support_attachments alter column sealed set storage external;
create index support_attachments_of_message on support_attachments (message_id) where message_id is not null;
create index support_attachments_untaken on support_attachments (uploader_id, created_at) where message_id is null;

-- Links of mails that open one thread without a login. Only their hashes are kept.
create table support_links (
  hash bytea primary key check (octet_length(hash) = 32),
  ticket_id uuid not null references support_tickets (id) on delete cascade,
  expires_at timestamptz not null
);
create index support_links_of_ticket on support_links (ticket_id);
create index support_links_expired on support_links (expires_at);

-- Answers that staff give often, by language. English stands in for what is missing.
create table support_macros (
  id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 80),
  texts jsonb not null check (texts ? 'en'),
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  changed_by uuid references users (id)
);

insert into support_macros (title, texts) values
  ('More details needed', '{"en": "Thank you for writing. So that we can look into this, please tell us when it happened, what you did and what you saw. A screenshot helps. Please never send us passwords, codes or recovery phrases.", "es": "Gracias por escribirnos. Para poder revisarlo, indíquenos cuándo ocurrió, qué hizo y qué vio en pantalla. Una captura ayuda. No nos envíe nunca contraseñas, códigos ni frases de recuperación.", "ru": "Спасибо за обращение. Чтобы разобраться, нам нужно знать, когда это произошло, что вы делали и что увидели. Поможет снимок экрана. Никогда не присылайте нам пароли, коды и фразы восстановления.", "pt": "Obrigado por escrever. Para analisarmos o caso, diga quando aconteceu, o que você fez e o que apareceu na tela. Uma captura de tela ajuda. Nunca nos envie senhas, códigos ou frases de recuperação.", "fr": "Merci de nous avoir écrit. Pour que nous puissions examiner votre demande, précisez quand cela s’est produit, ce que vous avez fait et ce qui s’est affiché. Une capture d’écran nous aide. Ne nous envoyez jamais de mot de passe, de code ni de phrase de récupération.", "it": "Grazie per averci scritto. Per poter verificare, ci indichi quando è successo, che cosa ha fatto e che cosa ha visto. Uno screenshot aiuta. Non ci invii mai password, codici o frasi di recupero."}'::jsonb),
  ('Withdrawal under review', '{"en": "Your withdrawal is being reviewed. This protects your account and usually takes less than an hour. Your funds are safe: once the review is done we either send the withdrawal or return the full amount to your balance.", "es": "Su retiro está en revisión. Esto protege su cuenta y suele tardar menos de una hora. Sus fondos están seguros: al terminar la revisión enviamos el retiro o devolvemos el importe completo a su saldo.", "ru": "Ваш вывод средств на проверке. Она защищает ваш счёт и обычно занимает меньше часа. Ваши средства в безопасности: после проверки мы отправим вывод или вернём всю сумму на баланс.", "pt": "Seu saque está em análise. Isso protege sua conta e costuma levar menos de uma hora. Seus fundos estão seguros: ao final da análise, enviamos o saque ou devolvemos o valor integral ao seu saldo.", "fr": "Votre retrait est en cours de vérification. Cela protège votre compte et prend en général moins d’une heure. Vos fonds sont en sécurité : à la fin de la vérification, nous envoyons le retrait ou nous restituons la totalité du montant sur votre solde.", "it": "Il Suo prelievo è in verifica. Questo protegge il Suo conto e di solito richiede meno di un’ora. I Suoi fondi sono al sicuro: al termine della verifica inviamo il prelievo oppure restituiamo l’intero importo sul Suo saldo."}'::jsonb),
  ('Deposit waits for confirmations', '{"en": "We can see your deposit on the network. It will be credited automatically once it has enough confirmations. You can follow their number in your wallet under History.", "es": "Vemos su depósito en la red. Se acreditará automáticamente en cuanto tenga suficientes confirmaciones. Puede seguir su número en su monedero, en Historial.", "ru": "Мы видим ваше пополнение в сети. Оно будет зачислено автоматически, как только наберёт нужное число подтверждений. За ними можно следить в кошельке в разделе «История».", "pt": "Vemos seu depósito na rede. Ele será creditado automaticamente assim que tiver confirmações suficientes. Você pode acompanhá-las na carteira, em Histórico.", "fr": "Nous voyons votre dépôt sur le réseau. Il sera crédité automatiquement dès qu’il aura assez de confirmations. Vous pouvez suivre leur nombre dans votre portefeuille, sous Historique.", "it": "Vediamo il Suo deposito sulla rete. Sarà accreditato automaticamente non appena avrà abbastanza conferme. Può seguirne il numero nel portafoglio, alla voce Cronologia."}'::jsonb),
  ('Solved', '{"en": "We believe this is solved. If anything is still open, just answer here and we will pick it up again.", "es": "Creemos que el asunto está resuelto. Si queda algo pendiente, responda aquí y lo retomaremos.", "ru": "Мы считаем вопрос решённым. Если что-то осталось, просто ответьте здесь, и мы вернёмся к нему.", "pt": "Acreditamos que o caso está resolvido. Se algo ainda estiver pendente, responda aqui e retomaremos.", "fr": "Nous pensons que le problème est résolu. S’il reste une question, répondez ici et nous reprendrons votre demande.", "it": "Riteniamo che la questione sia risolta. Se qualcosa è ancora aperto, risponda qui e la riprenderemo."}'::jsonb);
