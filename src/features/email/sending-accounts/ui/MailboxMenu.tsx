import { Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconGauge, IconPower, IconSignature, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Mailbox } from "#src/features/email/sending-accounts/contract.ts";
import { confirm } from "#src/kit/confirm.ts";
import { LazyMenu } from "#src/kit/LazyMenu.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { RowMenuButton } from "#src/kit/RowMenuButton.tsx";
import { mailboxesApi, useMailboxCall } from "./mailbox-queries.ts";

const LimitsDialog = lazyDialog(async () => (await import("./LimitsDialog.tsx")).LimitsDialog);
const SenderDnsDialog = lazyDialog(async () => (await import("./SenderDnsDialog.tsx")).SenderDnsDialog);

const ICON = { size: 18, stroke: 1.75 };

const TURN_ON = {
  title: "Turn this sending account on again?",
  message:
    "Too much of what it sent came back or was reported. If that goes on, providers may block your domain or take your e-mail for spam. First remove fans who didn’t ask for e-mail.",
  confirm: "Turn on",
  danger: true,
};

/** Actions that are needed once, or rarely. */
export function MailboxMenu({ mailbox }: { mailbox: Mailbox }) {
  const { id, kind, from_name, from_address, state } = mailbox;
  const [limiting, limit] = useDisclosure(false);
  const [signing, sign] = useDisclosure(false);
  const call = useMailboxCall();
  const isPaused = state === "paused_by_reputation";
  const isOff = state === "disabled" || isPaused;
  // Only the site's operator can enable its mail server again.
  const offered = useQuery(mailboxesApi.list.queryOptions()).data?.instance_address;
  const isOver = kind === "instance" && !offered;
  const turn = async () => {
    if (!isPaused || (await confirm(TURN_ON)))
      call.mutate(() => mailboxesApi.update.call({ id, is_enabled: isOff }));
  };
  const remove = async () => {
    const message =
      from_address === ""
        ? "Campaigns can’t send from it anymore. We forget its password."
        : `Campaigns can’t send from ${from_address} anymore. We forget its password.`;
    const question = {
      title: "Delete this sending account?",
      message,
      confirm: "Delete sending account",
      danger: true,
    };
    if (await confirm(question)) call.mutate(() => mailboxesApi.delete.call({ id }));
  };
  return (
    <>
      <RowMenuButton
        of={from_name}
        isBusy={call.isPending}
        menu={(anchor) => (
          <LazyMenu anchor={anchor}>
            <Menu.Item leftSection={<IconGauge {...ICON} />} onClick={limit.open}>
              Limits…
            </Menu.Item>
            {kind === "smtp" && (
              <Menu.Item leftSection={<IconSignature {...ICON} />} onClick={sign.open}>
                Signature and DNS…
              </Menu.Item>
            )}
            {!isOver && (
              <Menu.Item leftSection={<IconPower {...ICON} />} onClick={() => void turn()}>
                {isPaused ? "Turn on…" : isOff ? "Turn on" : "Turn off"}
              </Menu.Item>
            )}
            <Menu.Divider />
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<IconTrash {...ICON} />}
              onClick={() => void remove()}
            >
              Delete…
            </Menu.Item>
          </LazyMenu>
        )}
      />
      <LimitsDialog mailbox={mailbox} opened={limiting} onClose={limit.close} />
      <SenderDnsDialog mailbox={mailbox} opened={signing} onClose={sign.close} />
    </>
  );
}
