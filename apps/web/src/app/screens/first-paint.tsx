/** Holds the header's place while the first page's code is on its way, so that nothing jumps when it arrives. */
export function FirstPaint() {
  return (
    <div aria-hidden="true" className="min-h-dvh">
      <div className="h-12 border-b hairline bg-surface" />
    </div>
  );
}
