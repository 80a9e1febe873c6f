import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { InboxProps } from "#src/features/audience/contacts/ui/shared/contact.slots.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { inboundApi } from "../inbound-queries.ts";
import { webhookProblem } from "./webhook-problem.ts";

const InboxDialog = lazyDialog(async () => (await import("../InboxDialog.tsx")).InboxDialog);
const HookDialog = lazyDialog(
  async () => (await import("../ProviderWebhookDialog.tsx")).ProviderWebhookDialog,
);

/** Opens the settings of a sending account's inbox, and of its provider's webhook. */
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
      {kind === "smtp" && <HookTrouble id={sender.id} />}
      <InboxDialog sender={sender} isGmail={kind === "gmail"} opened={opened} onClose={close} />
      <HookDialog id={sender.id} host={sender.host} opened={reporting} onClose={reports.close} />
    </>
  );
}

/** On the card, because nobody opens a dialog to look for an unknown problem. */
function HookTrouble({ id }: { id: string }) {
  const { data } = useQuery(inboundApi.getHook.queryOptions({ input: { id } }));
  const trouble = data && webhookProblem(data);
  return trouble ? (
    <Text size="xs" c="orange" w="100%" role="status">
      {trouble}
    </Text>
  ) : null;
}
