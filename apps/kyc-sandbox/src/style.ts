/** The look of the pages around it: their surface, ink and accent, light or dark as they are. */
export const style = `
:root { color-scheme: light; --ink: #343a40; --soft: #616b75; --paper: #ffffff; --raised: #e9edf1; --line: #7e8892;
  --accent: #14709e; --on-accent: #ffffff; --bad: #c0383c; --good: #067956; }
:root[data-theme="dark"] { color-scheme: dark; --ink: #e6eaee; --soft: #8d98a3; --paper: #171c21; --raised: #222930; --line: #697480;
  --accent: #2399f1; --on-accent: #0b0e11; --bad: #ef6462; --good: #42a17c; }
* { box-sizing: border-box; }
html, body { margin: 0; background: var(--paper); color: var(--ink); font: 14px/1.45 Inter, system-ui, sans-serif; }
main { padding: 2px; }
form { display: flex; flex-direction: column; gap: 12px; }
section { display: flex; flex-direction: column; gap: 12px; }
h2 { font-size: 14px; margin: 8px 0 0; }
.field { display: flex; flex-direction: column; gap: 4px; font-size: 13px; color: var(--soft); min-width: 0; }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
@media (max-width: 420px) { .two { grid-template-columns: 1fr; } }
.field input, select { width: 100%; height: 44px; padding: 0 12px; font: inherit; font-size: 16px; color: var(--ink); background: var(--paper);
  border: 1px solid var(--line); border-radius: 6px; }
[aria-invalid] { border-color: var(--bad) !important; }
.missing { color: var(--bad); }
.upload { position: relative; display: grid; grid-template-columns: 1fr auto; gap: 2px 12px; align-items: center; padding: 12px;
  border: 1px dashed var(--line); border-radius: 6px; cursor: pointer; }
.upload:focus-within { outline: 2px solid var(--accent); outline-offset: 2px; }
.upload.good { border-style: solid; border-color: var(--good); }
.upload.invalid { border-style: solid; border-color: var(--bad); }
.upload .name { font-weight: 600; }
.upload .status { grid-column: 1; margin: 0; font-size: 12px; color: var(--soft); }
.upload .status.good { color: var(--good); }
.upload .status.invalid { color: var(--bad); }
.upload .choose { grid-column: 2; grid-row: 1 / span 2; padding: 0 12px; line-height: 36px; border-radius: 6px; background: var(--raised); font-weight: 600; font-size: 13px; }
.upload input { position: absolute; inset: 0; opacity: 0; cursor: pointer; }
button { min-height: 44px; margin-top: 8px; border: 0; border-radius: 6px; font: inherit; font-weight: 600; background: var(--accent);
  color: var(--on-accent); cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.tests { margin: 0; font-size: 12px; color: var(--soft); }
`;
