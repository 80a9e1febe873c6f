import { copyAddress } from "./copy.ts";
import type { Toast } from "./toast.ts";

interface ShareDeps {
  toast: Toast;
}

/** The button that hands the page on: by the system's own sheet where there is one, else the address is copied. */
export function startShare(root: ParentNode, { toast }: ShareDeps): void {
  const button = root.querySelector<HTMLElement>("[data-share]");
  button?.addEventListener("click", async () => {
    const { share: url = location.href, title = document.title } = button.dataset;
    if (navigator.share) {
      // Who closes the sheet has decided; whatever else fails leads to the copy.
      const outcome = await navigator.share({ title, url }).catch((error: unknown) => error);
      if (!(outcome instanceof Error) || outcome.name === "AbortError") return;
    }
    await copyAddress(url, toast);
  });
}
