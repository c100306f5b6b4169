/** The product's look: its ink, its green, its round corners; light and dark as the reader's system is. */
export const style = `
:root { color-scheme: light dark; --ink: #14181d; --soft: #5b6672; --paper: #ffffff; --ground: #f4f6f8; --line: #d9dfe5;
  --accent: #2f7d5f; --on-accent: #ffffff; --bad: #b63a3a; --bad-ground: #fdf0f0; }
@media (prefers-color-scheme: dark) { :root { --ink: #eef2f5; --soft: #a3aeb9; --paper: #171c22; --ground: #0e1216; --line: #2c343d;
  --accent: #41a07b; --on-accent: #08110d; --bad: #f08a8a; --bad-ground: #2c1a1c; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 Inter, system-ui, sans-serif; }
main { max-width: 27rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: 0.875rem; padding: 1.25rem; }
h1 { font-size: 1.25rem; line-height: 1.3; margin: 0 0 0.5rem; }
h2 { font-size: 0.875rem; margin: 0 0 0.5rem; }
.amount { font-size: 2rem; font-weight: 600; font-variant-numeric: tabular-nums; margin: 0.25rem 0 1rem; }
.shop { color: var(--soft); margin: 0 0 1rem; display: flex; justify-content: space-between; gap: 1rem; font-size: 0.875rem; }
.note { color: var(--soft); font-size: 0.875rem; margin: 1rem 0 0; }
label, legend { display: block; font-size: 0.875rem; font-weight: 500; margin: 0.875rem 0 0.25rem; padding: 0; }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
input { width: 100%; min-height: 3rem; padding: 0 0.875rem; font: inherit; color: inherit; background: var(--ground);
  border: 1px solid var(--line); border-radius: 0.625rem; }
input[aria-invalid] { border-color: var(--bad); }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 0.75rem; align-items: end; }
.two:has(.error) { align-items: start; }
.error { color: var(--bad); font-size: 0.875rem; margin: 0.25rem 0 0; }
.alert { color: var(--bad); background: var(--bad-ground); border-radius: 0.625rem; padding: 0.75rem 0.875rem; margin: 0 0 0.5rem; }
button, .button { display: flex; align-items: center; justify-content: center; width: 100%; min-height: 3rem; margin-top: 1.25rem;
  border: 0; border-radius: 0.625rem; font: inherit; font-weight: 600; background: var(--accent); color: var(--on-accent);
  cursor: pointer; text-decoration: none; }
button.plain { background: none; color: var(--ink); border: 1px solid var(--line); margin-top: 0.75rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { width: 100%; border-collapse: collapse; font-size: 0.875rem; }
td { padding: 0.25rem 0; vertical-align: top; }
td:first-child { font-variant-numeric: tabular-nums; white-space: nowrap; padding-right: 0.75rem; }
.tests { margin-top: 1rem; }
`;
