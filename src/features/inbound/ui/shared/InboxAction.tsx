import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { InboxProps } from "#src/features/contacts/ui/shared/inbound-parts.ts";
import { dialogWhenNeeded } from "#src/kit/when-needed.tsx";

const InboxDialog = dialogWhenNeeded(async () => (await import("../InboxDialog.tsx")).InboxDialog);
const HookDialog = dialogWhenNeeded(async () => (await import("../HookDialog.tsx")).HookDialog);

/** Opens where a sending account's replies are read, and where its provider reports to. */
export function InboxAction({ kind, ...sender }: InboxProps) {
  const [opened, { open, close }] = useDisclosure(false);
  const [reporting, reports] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        Replies
      </Button>
      {kind === "smtp" && (
        <Button size="xs" variant="default" onClick={reports.open}>
          Webhook
        </Button>
      )}
      <InboxDialog sender={sender} isGmail={kind === "gmail"} opened={opened} onClose={close} />
      <HookDialog id={sender.id} host={sender.host} opened={reporting} onClose={reports.close} />
    </>
  );
}
