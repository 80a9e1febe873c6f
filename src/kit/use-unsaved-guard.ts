import { useBlocker } from "@tanstack/react-router";
import { confirm } from "./confirm.ts";

/** Asks before leaving with unsaved changes. When a tab closes, the browser asks in its own words. */
export function useUnsavedGuard(isDirty: () => boolean): void {
  useBlocker({
    enableBeforeUnload: isDirty,
    shouldBlockFn: async () => isDirty() && !(await confirmDiscard()),
  });
}

function confirmDiscard(): Promise<boolean> {
  return confirm({
    title: "Leave without saving?",
    message: "You have unsaved changes.",
    confirm: "Leave",
    cancel: "Keep editing",
    danger: true,
  });
}
