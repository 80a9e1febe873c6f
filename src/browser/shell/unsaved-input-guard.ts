import type { QueryClient } from "@tanstack/react-query";
import { meQuery } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { confirm } from "#src/kit/confirm.ts";
import { hasUnsavedInput, markFormsSaved, watchForms } from "#src/kit/form/unsaved-input.ts";
import { onSessionEnd } from "#src/kit/session-end.ts";
import { listenBeforeDialogs } from "./escape-listener.ts";

/** Elements that close with Escape. */
const CLOSABLE = "[role=dialog], form[data-closes-on-escape]";
const MODAL = ".mantine-Modal-content, .mantine-Drawer-content";
const CROSS = ".mantine-Modal-close, .mantine-Drawer-close";
/** Elements that close a dialog when clicked, besides its button. */
const CLOSERS = `${CROSS}, .mantine-Modal-overlay, .mantine-Drawer-overlay`;

/** Keeps input from getting lost through Escape or the end of a session. */
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

/** Asks before Escape, the cross, or a click beside a dialog discards input. */
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
    // Here Escape closes an open list of choices instead.
    if (target.getAttribute("data-mantine-stop-propagation") === "true") return;
    // While a dialog closes, nothing may have the focus, and every open dialog would close.
    const closed = target.closest(CLOSABLE) ?? topDialog();
    if (closed?.matches(MODAL) && document.querySelectorAll(MODAL).length > 1) {
      // Every open dialog listens for Escape, but only the top one should close.
      event.stopImmediatePropagation();
      closed.querySelector<HTMLElement>(CROSS)?.click();
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
