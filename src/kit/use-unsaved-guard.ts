import { useBlocker } from "@tanstack/react-router";
import { confirm } from "./confirm.ts";

/** While `dirty`, asks before the page is left; closing the tab asks in the browser's own words. */
export function useUnsavedGuard(dirty: boolean): void {
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: () => dirty,
    shouldBlockFn: async () => !(await confirmDiscard()),
  });
}

/** Asks whether what was typed may go; true when it may. */
export function confirmDiscard(): Promise<boolean> {
  return confirm({
    title: "Leave without saving?",
    message: "Your changes have not been saved yet.",
    confirm: "Leave",
    cancel: "Keep editing",
    danger: true,
  });
}
