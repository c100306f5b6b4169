/**
 * Makes everything outside one element unreachable while a modal is open: no scrolling of the page, no pointer, no
 * focus, nothing for screen readers. `inert` is the browser's own focus trap. Toasts (`data-layer="toasts"`) and
 * whatever is put into the body later (menus opened inside the modal) stay usable.
 * Returns the way back, which restores exactly what was there.
 */
export function lockPage(layer: HTMLElement): () => void {
  const { body } = document;
  const overflowBefore = body.style.overflow;
  const paddingBefore = body.style.paddingRight;
  // The page keeps its width when its scroll bar goes, so nothing jumps behind the backdrop.
  const scrollBarWidth = window.innerWidth - document.documentElement.clientWidth;
  body.style.overflow = 'hidden';
  if (scrollBarWidth > 0 && document.documentElement.clientWidth > 0) {
    body.style.paddingRight = `${scrollBarWidth}px`;
  }

  const silenced = outsideOf(layer, body).filter((element) => !element.hasAttribute('inert'));
  for (const element of silenced) element.setAttribute('inert', '');

  return () => {
    body.style.overflow = overflowBefore;
    body.style.paddingRight = paddingBefore;
    for (const element of silenced) element.removeAttribute('inert');
  };
}

/** The largest elements that hold neither the layer nor the toasts. */
function outsideOf(layer: HTMLElement, parent: Element): Element[] {
  const outside: Element[] = [];
  for (const child of parent.children) {
    if (child === layer || child.matches('[data-layer="toasts"], script, style, template')) continue;
    const holdsLayer = child.contains(layer) || child.querySelector('[data-layer="toasts"]') !== null;
    if (holdsLayer) outside.push(...outsideOf(layer, child));
    else outside.push(child);
  }
  return outside;
}
