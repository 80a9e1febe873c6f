import { Button, Group, Text } from "@mantine/core";
import { useLayoutEffect, useRef } from "react";

const FIELDS = "input, textarea, select, [contenteditable=true]";

interface UndoOfferProps {
  message: string;
  onUndo: () => void;
}

/** True where Ctrl-Z undoes typing. */
function hasWords(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || !target.matches(FIELDS)) return false;
  return !("value" in target) || target.value !== "";
}

/** Reports an action and offers to undo it, with the next Tab or with Ctrl-Z outside of text fields. */
export function UndoToast({ message, onUndo }: UndoOfferProps) {
  const button = useRef<HTMLButtonElement>(null);
  const undo = useRef(onUndo);
  undo.current = onUndo;

  useLayoutEffect(() => {
    const notice = button.current?.closest("[role=status]");
    // The toast is at the end of the document. Without this, Tab would go through everything on the page
    // first.
    let before: Element | null = null;
    const onKeyDown = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      if (isUndo && !hasWords(event.target)) {
        event.preventDefault();
        undo.current();
      }
      if (event.key !== "Tab" || event.defaultPrevented) return;
      if (!before && !event.shiftKey && document.activeElement !== button.current) {
        event.preventDefault();
        before = document.activeElement;
        button.current?.focus();
      } else if (before && document.activeElement === button.current) {
        event.preventDefault();
        if (before.isConnected) (before as HTMLElement).focus();
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      if (before?.isConnected && notice?.contains(document.activeElement)) (before as HTMLElement).focus();
    };
  }, []);

  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm" lineClamp={2} style={{ overflowWrap: "anywhere" }}>
        {message}
      </Text>
      <Button
        ref={button}
        variant="light"
        size="compact-sm"
        flex="none"
        aria-keyshortcuts="Control+Z Meta+Z"
        onClick={onUndo}
      >
        Undo
      </Button>
    </Group>
  );
}
