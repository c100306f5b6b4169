/** The page's only style sheet; it is text because the server is one bundle. The colours are the roles of the theme. */
export const outboxCss = `
:root {
  color-scheme: light dark;
  --bg: #F3F5F7; --surface: #FFFFFF; --raised: #E9EDF1; --border: #7E8892; --text: #343A40; --muted: #616B75;
  --accent: #14709E; --buy: #067956; --sell: #C0383C; --warn: #965C00; --fill: #267CAB; --ink: #FFFFFF;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #0F1317; --surface: #171C21; --raised: #222930; --border: #697480; --text: #E6EAEE; --muted: #8D98A3;
    --accent: #2399F1; --buy: #42A17C; --sell: #EF6462; --warn: #E4A542;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--bg); color: var(--text);
  font: 400 14px/20px Inter, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;
  font-variant-numeric: tabular-nums lining-nums slashed-zero;
}
header, main { max-width: 1040px; margin: 0 auto; padding: 0 16px; }
header { padding-top: 24px; padding-bottom: 16px; }
header p { margin: 4px 0 0; color: var(--muted); }
h1 { margin: 0; font-size: 18px; line-height: 24px; }
h1 a { color: inherit; text-decoration: none; }
h2 { margin: 0 0 12px; font-size: 14px; overflow-wrap: anywhere; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
main > p { margin: 0 0 12px; }
.filter { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin-bottom: 16px; }
.filter input {
  flex: 1 1 160px; max-width: 320px; min-width: 0; height: 40px; padding: 0 12px; font: inherit; color: inherit;
  background: var(--surface); border: 1px solid var(--border); border-radius: 6px;
}
.filter button {
  height: 40px; padding: 0 16px; font: inherit; font-weight: 600; color: var(--ink); background: var(--fill);
  border: 0; border-radius: 6px; cursor: pointer;
}
.list { margin: 0; padding: 0; list-style: none; background: var(--surface); border-radius: 6px; overflow: hidden; }
.list li + li { border-top: 1px solid var(--raised); }
.row {
  display: grid; grid-template-columns: 48px minmax(0, 2fr) minmax(0, 3fr) 136px 196px; gap: 12px; align-items: center;
  padding: 12px 16px; color: inherit; text-decoration: none;
}
.row:hover { background: var(--raised); }
.row > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.channel, time { color: var(--muted); }
.row time { text-align: right; }
.title { font-weight: 600; }
.status.delivered { color: var(--buy); }
.status.failed { color: var(--sell); }
.status.queued { color: var(--warn); }
.status::before { margin-right: 4px; }
.status.delivered::before { content: '✓'; }
.status.failed::before { content: '✕'; }
.status.queued::before { content: '…'; }
.empty { padding: 32px 16px; text-align: center; color: var(--muted); background: var(--surface); border-radius: 6px; }
.pages { display: flex; gap: 16px; padding: 16px 0 32px; }
.card { margin-bottom: 12px; padding: 16px; background: var(--surface); border-radius: 6px; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 16px; margin: 0; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
pre { margin: 0; font: 13px/20px Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.mail { display: block; width: 100%; height: 640px; border: 1px solid var(--raised); border-radius: 6px; background: #FFFFFF; }
@media (max-width: 767px) {
  .filter input { font-size: 16px; height: 44px; }
  .filter button { height: 44px; }
  .filter label { flex-basis: 100%; }
  .filter a, .pages a, main > p a { display: inline-flex; align-items: center; min-height: 44px; }
  .row { grid-template-columns: 1fr auto; gap: 4px 12px; }
  .title { grid-column: 1 / -1; grid-row: 1; }
  .to { grid-column: 1 / -1; grid-row: 2; }
  .channel { display: none; }
  .row time { font-size: 12px; }
}
`;
