import { notifications } from "@mantine/notifications";
import { IconCheck, IconExclamationMark } from "@tabler/icons-react";
import { apiErrorOf, errorMessage } from "./api-error.ts";
import { prefetchedComponent } from "./lazy.tsx";
import { newId } from "./new-id.ts";

const UndoToast = prefetchedComponent(async () => (await import("./UndoToast.tsx")).UndoToast);

/** Spec §9. */
const NOTICE_MS = 5_000;
/** Long enough to notice a mistake. */
const UNDO_MS = 10_000;

interface Notice {
  title?: string;
  message: string;
}

/** Spec §9: one at a time, so the newest replaces the previous one. */
function show(notice: Parameters<typeof notifications.show>[0]): void {
  notifications.clean();
  notifications.show({
    withBorder: true,
    autoClose: NOTICE_MS,
    closeButtonProps: { "aria-label": "Dismiss" },
    ...notice,
  });
}

export function toastSuccess(notice: Notice): void {
  show({ ...notice, color: "teal", icon: <IconCheck size={18} />, role: "status" });
}

/** The destructive toast of spec §8, titled `Error` by default. */
export function toastFailure({ title = "Error", message }: Notice): void {
  show({ title, message, color: "red", icon: <IconExclamationMark size={18} />, role: "alert" });
}

export function toastUndo(message: string, undo: () => void): void {
  const id = newId();
  const onUndo = () => {
    notifications.hide(id);
    undo();
  };
  show({
    id,
    autoClose: UNDO_MS,
    icon: <IconCheck size={18} />,
    role: "status",
    message: <UndoToast message={message} onUndo={onUndo} />,
  });
}

/** Reports why an action failed: the server's sentence, or `fallback` (spec §8). */
export function toastError(error: unknown, fallback: string): void {
  // The session is gone, and the sign-in page is next.
  if (apiErrorOf(error)?.status === 401) return;
  toastFailure({ message: errorMessage(error, fallback) });
}

const UNTOLD =
  /stripe|payment provider|temporarily unavailable|database|connection|timeout|network|authentication|authorization|token/i;

/** The generic handler of spec §8, for errors that no screen expects. */
export function toastUnexpected(error: unknown): void {
  // Requests canceled on purpose, for instance by leaving the page, aren't errors.
  if (error instanceof Error && /Abort|Cancel/.test(error.name)) return;
  const message = error instanceof Error ? error.message : String(error);
  if (UNTOLD.test(message)) return;
  toastFailure({ message: import.meta.env.DEV ? message : "An error occurred. Please try again later." });
}
