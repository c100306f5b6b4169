import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import { useIsLoggedIn } from '#api/session.ts';
import { withCaptcha as solveFirst } from '#features/auth/captcha/with-captcha.ts';
import { ListPage } from '#features/support/tickets/list-page.tsx';
import { NewTicketPage } from '#features/support/tickets/new-ticket-page.tsx';
import { ThreadPage } from '#features/support/tickets/thread-page.tsx';
import { TicketPage } from '#features/support/tickets/ticket-page.tsx';
import { VisitorPage, type WithCaptcha } from '#features/support/tickets/visitor-page.tsx';
import { loadTexts } from '#language/i18n.ts';
import { loginPath } from './routing/paths.ts';

const withCaptcha: WithCaptcha = (email, send) =>
  solveFirst({ question: { action: 'support', email }, onSolving: () => {} }, send);

/** A visitor may write and follow a link; what is theirs alone, people see when they have logged in. */
function Shown() {
  const { ticket, token } = useParams();
  const isLoggedIn = useIsLoggedIn();
  if (token !== undefined) return <ThreadPage key={token} token={token} />;
  if (!isLoggedIn) {
    const path = ticket === undefined ? '/support/tickets' : `/support/tickets/${ticket}`;
    return <VisitorPage withCaptcha={withCaptcha} loginPath={loginPath(path)} />;
  }
  if (ticket === undefined) return <ListPage />;
  return ticket === 'new' ? <NewTicketPage /> : <TicketPage key={ticket} id={ticket} />;
}

function SupportTickets() {
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-4 px-4 pt-4 pb-10 md:pt-6">
      <Shown />
    </div>
  );
}

/** Everything about tickets, in one piece that is fetched with the first of them. */
export async function loadTicketsPage(): Promise<ComponentType> {
  await Promise.all([loadTexts('tickets'), loadTexts('errors')]);
  return SupportTickets;
}
