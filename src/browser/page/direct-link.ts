import type { Network } from "./beacon.ts";
import { openModal } from "./modal.ts";

/** Time to read that the page is about to redirect (spec §9). */
const REDIRECT_DELAY_MS = 1500;

/** The warning before a page's direct link (spec §2). Its links work without JavaScript too. */
export function startDirectLink(network: Pick<Network, "wait">): void {
  const dialog = document.querySelector<HTMLDialogElement>("#direct");
  const onward = dialog?.querySelector<HTMLAnchorElement>("[data-continue]");
  const notice = dialog?.querySelector<HTMLElement>("[role=status]");
  const card = document.querySelector<HTMLAnchorElement>("[data-direct]");
  const to = dialog?.dataset.to;
  if (!dialog || !onward || !notice || !to) return;
  /** Changes each time the dialog is shown, so that a canceled redirect recognizes itself. */
  let showing = 0;

  const reset = () => {
    showing++;
    notice.hidden = true;
  };
  const show = () =>
    openModal(dialog, () => {
      reset();
      card?.focus({ preventScroll: true });
    });
  onward.addEventListener("click", async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!notice.hidden) return;
    notice.hidden = false;
    const shown = showing;
    await network.wait(REDIRECT_DELAY_MS);
    if (shown === showing) location.assign(to);
  });
  card?.addEventListener("click", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey && show()) event.preventDefault();
  });
  // Visitors who come back find the question again, not a page about to redirect.
  addEventListener("pagehide", reset);
  show();
}
