import { ActionIcon, Tooltip } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useState } from "react";

/** What a figure means, on hover, on focus, and on a tap, which neither hovers nor shows its focus. */
export function Definition({ of, words }: { of: string; words: string }) {
  const [isOpen, setOpen] = useState(false);
  const [open, close] = [() => setOpen(true), () => setOpen(false)];
  return (
    <Tooltip label={words} multiline w={240} opened={isOpen}>
      <ActionIcon
        size="sm"
        aria-label={`What “${of}” means`}
        onClick={open}
        onMouseEnter={open}
        onMouseLeave={close}
        onFocus={open}
        onBlur={close}
        onKeyDown={({ key }) => key === "Escape" && close()}
      >
        <IconInfoCircle size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
