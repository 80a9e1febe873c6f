import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { InboxProps } from "#src/features/contacts/ui/shared/inbound-parts.ts";
import { dialogWhenNeeded } from "#src/kit/when-needed.tsx";

const InboxDialog = dialogWhenNeeded(async () => (await import("../InboxDialog.tsx")).InboxDialog);

/** Opens where a sending account's replies are read. */
export function InboxAction({ kind, ...sender }: InboxProps) {
  const [opened, { open, close }] = useDisclosure(false);
  if (kind !== "smtp") return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        Replies
      </Button>
      <InboxDialog sender={sender} opened={opened} onClose={close} />
    </>
  );
}
