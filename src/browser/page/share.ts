import { copyAddress } from "./copy.ts";
import type { Toast } from "./toast.ts";

/**
 * Adds the actions that need JavaScript to the share sheet: the clipboard, and the system's own sheet if
 * there is one.
 */
export function startShare(root: Document, { toast }: { toast: Toast }): void {
  const sheet = root.querySelector<HTMLElement>("#share");
  const copy = sheet?.querySelector<HTMLElement>("[data-copy]");
  const share = sheet?.querySelector<HTMLElement>("[data-share]");
  if (!sheet || !copy || !share) return;
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    // The sheet covers everything, including toasts.
    sheet.hidePopover?.();
    await copyAddress(copy.dataset.copy ?? location.href, toast);
  });
  share.hidden = !navigator.share;
  share.addEventListener("click", async () => {
    const { share: url = location.href, title = document.title } = share.dataset;
    // Closing the system's sheet is the visitor's choice; any other failure falls back to copying.
    const outcome = await navigator.share({ title, url }).catch((error: unknown) => error);
    if (outcome instanceof Error && outcome.name !== "AbortError") copy.click();
  });
}
