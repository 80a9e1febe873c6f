import type { QueryClient } from "@tanstack/react-query";
import { meQuery } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { confirm } from "#src/kit/confirm.ts";
import { hasUnsavedInput, markFormsSaved, watchForms } from "#src/kit/form/unsaved-input.ts";
import { onSessionEnd } from "#src/kit/session-end.ts";
import { listenBeforeDialogs } from "./escape-listener.ts";

/** What closes with Escape. */
const CLOSABLE = "[role=dialog], form[data-closes-on-escape]";
const CROSS = ".mantine-Modal-close, .mantine-Drawer-close";
/** What closes a dialog by a click, besides the button that says so. */
const CLOSERS = `${CROSS}, .mantine-Modal-overlay, .mantine-Drawer-overlay`;

/** Keeps what people type from getting lost: by Escape, and by a session that ends. */
export function guardUnsavedInput(queries: QueryClient): void {
  watchForms();
  queries.getMutationCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "success") markFormsSaved();
  });
  onSessionEnd({
    hasTyped: hasUnsavedInput,
    async signInAgain() {
      const me = queries.getQueryData(meQuery().queryKey);
      if (!me) return false;
      return (await import("#src/features/identity/accounts/ui/shared/SignInAgain.tsx")).signInAgain(me);
    },
  });
  askBeforeClosing();
}

function topDialog(): Element | undefined {
  return [...document.querySelectorAll("[role=dialog]")].at(-1);
}

/** Asks before Escape, the cross, or a click beside a dialog throws away what was typed there. */
function askBeforeClosing(): void {
  let isAllowed = false;
  const hold = (event: Event, closed: Element | null | undefined, again: () => void) => {
    if (isAllowed || !closed || !hasUnsavedInput(closed)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void confirm({
      title: "Discard what you’ve typed?",
      message: "It hasn’t been saved.",
      confirm: "Discard",
      cancel: "Keep editing",
      danger: true,
    }).then((isSure) => {
      if (!isSure) return;
      isAllowed = true;
      again();
      isAllowed = false;
    });
  };
  const onKey = (event: KeyboardEvent) => {
    const target = event.target as Element;
    if (event.key !== "Escape" || event.isComposing) return;
    // It closes the list of choices that is open there.
    if (target.getAttribute("data-mantine-stop-propagation") === "true") return;
    // For a moment nothing may have the focus, and every open dialog would close.
    const closed = target.closest(CLOSABLE) ?? topDialog();
    const cross = closed?.querySelector<HTMLElement>(CROSS);
    if (cross && document.querySelectorAll(CROSS).length > 1) {
      // Every open dialog hears Escape. Only the one on top is meant.
      event.stopImmediatePropagation();
      cross.click();
      return;
    }
    hold(event, closed, () =>
      closed?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true })),
    );
  };
  const onClick = (event: MouseEvent) => {
    const closer = (event.target as Element).closest<HTMLElement>(CLOSERS);
    if (!closer) return;
    const closed = closer.closest("[role=dialog]") ?? topDialog();
    hold(event, closed, () => closer.click());
  };
  listenBeforeDialogs(onKey);
  addEventListener("click", onClick, true);
}
