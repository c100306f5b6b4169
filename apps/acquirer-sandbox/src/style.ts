/** The product's look: its colours by role, radii and sizes; light and dark as the reader's system is. */
export const style = `
:root { color-scheme: light dark; --text: #343a40; --muted: #616b75; --surface: #ffffff; --bg: #f3f5f7; --raised: #e9edf1; --border: #7e8892;
  --accent: #14709e; --fill: #42a17c; --on-fill: #0b0e11; --bad: #c0383c; }
@media (prefers-color-scheme: dark) { :root { --text: #e6eaee; --muted: #8d98a3; --surface: #171c21; --bg: #0f1317; --raised: #222930; --border: #697480;
  --accent: #2399f1; --bad: #ef6462; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--text); font: 14px/1.5 "Inter Variable", Inter, system-ui, sans-serif;
  font-variant-numeric: tabular-nums lining-nums slashed-zero; }
main { max-width: 27rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
.card { background: var(--surface); border-radius: 6px; padding: 1rem; }
h1 { font-size: 18px; line-height: 1.3; font-weight: 700; margin: 0 0 0.5rem; }
h2 { font-size: 14px; font-weight: 600; margin: 0 0 0.5rem; }
.amount { font-size: 24px; line-height: 1.3; font-weight: 700; margin: 0.25rem 0 1rem; }
.shop { color: var(--muted); margin: 0 0 0.5rem; display: flex; justify-content: space-between; gap: 1rem; }
.note { color: var(--muted); font-size: 13px; margin: 1rem 0 0; }
label, legend { display: block; color: var(--muted); font-size: 13px; line-height: 1.25rem; margin: 0.75rem 0 0.25rem; padding: 0; }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
input { width: 100%; min-height: 2.75rem; padding: 0 0.75rem; font: inherit; font-size: 16px; color: inherit; background: var(--surface);
  border: 1px solid var(--border); border-radius: 6px; }
input[aria-invalid] { border-color: var(--bad); }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 0.75rem; align-items: end; }
.two:has(.error) { align-items: start; }
.error { color: var(--bad); font-size: 12px; line-height: 1rem; margin: 0.25rem 0 0; }
.alert { color: var(--bad); background: var(--raised); border-radius: 6px; padding: 0.5rem 0.75rem; margin: 0 0 0.5rem; }
button, .button { display: flex; align-items: center; justify-content: center; width: 100%; min-height: 2.75rem; margin-top: 1rem;
  border: 0; border-radius: 6px; font: inherit; font-weight: 600; background: var(--fill); color: var(--on-fill);
  cursor: pointer; text-decoration: none; }
button.plain { background: var(--raised); color: var(--text); margin-top: 0.5rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { width: 100%; border-collapse: collapse; font-size: 13px; }
td { padding: 0.25rem 0; vertical-align: top; }
td:first-child { white-space: nowrap; padding-right: 0.75rem; }
.tests { margin-top: 0.25rem; }
`;
