import { useBlocker } from "@tanstack/react-router";
import { confirm } from "./confirm.ts";

/** While `isDirty` says so, asks before the page is left; closing the tab asks in the browser's own words. */
export function useUnsavedGuard(isDirty: () => boolean): void {
  useBlocker({
    enableBeforeUnload: isDirty,
    shouldBlockFn: async () => isDirty() && !(await confirmDiscard()),
  });
}

function confirmDiscard(): Promise<boolean> {
  return confirm({
    title: "Leave without saving?",
    message: "Your changes have not been saved yet.",
    confirm: "Leave",
    cancel: "Keep editing",
    danger: true,
  });
}
