import { Button, Group, Text } from "@mantine/core";
import { useEffect, useRef } from "react";

const FIELDS = "input, textarea, select, [contenteditable=true]";

interface UndoOfferProps {
  message: string;
  onUndo: () => void;
}

/** What was done, and the way back: with the next Tab, or with Ctrl-Z outside of a field. */
export function UndoOffer({ message, onUndo }: UndoOfferProps) {
  const button = useRef<HTMLButtonElement>(null);
  const undo = useRef(onUndo);
  undo.current = onUndo;

  useEffect(() => {
    // The notice stands at the end of the document: without this, everything on the page would come before it.
    let before: Element | null = null;
    const onKeyDown = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      if (isUndo && !(event.target as Element).matches(FIELDS)) {
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
      // Whoever pressed the button goes on where they were.
      if (before?.isConnected && document.activeElement === button.current) (before as HTMLElement).focus();
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
