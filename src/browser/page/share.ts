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
    if (await copied(url)) toast("Copied!", "The address of this page was copied to the clipboard.");
    else toast("Copy this address", url);
  });
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages without https and old web views have no clipboard; marked text can be copied there.
    const field = document.createElement("textarea");
    field.value = text;
    field.readOnly = true;
    field.style.position = "fixed";
    field.style.opacity = "0";
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}
