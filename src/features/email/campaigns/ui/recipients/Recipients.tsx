import { Anchor, Badge, Button, Group, Paper, Select, Stack, Text, Title } from "@mantine/core";
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Campaign } from "#src/features/email/campaigns/contract.ts";
import {
  type CampaignDelivery,
  RECIPIENT_STATUSES,
  type RecipientStatus,
} from "#src/features/email/campaigns/recipients/deliveries-contract.ts";
import { mailboxesContract } from "#src/features/email/sending-accounts/contract.ts";
import { clientFor } from "#src/kit/api.ts";
import { confirm } from "#src/kit/confirm.ts";
import { ExportMenu } from "#src/kit/ExportMenu.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { ShowMoreButton } from "#src/kit/ShowMoreButton.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import { API_PATH, PATHS } from "#src/lib/paths.ts";
import { DELIVERY_LABELS } from "../campaign-labels.ts";
import { campaignsApi, useCampaignsRefresh } from "../campaign-queries.ts";

const mailboxesApi = clientFor("mailboxes", mailboxesContract);

const LOOK_MS = 3_000;

const WAITING: readonly RecipientStatus[] = ["pending", "leased"];
const hasWaiting = ({ items }: { items: readonly { state: RecipientStatus }[] }) =>
  items.some(({ state }) => WAITING.includes(state));

/** The recipients of a campaign, with each message's outcome in the mail server's own words. */
export function Recipients({ campaign }: { campaign: Campaign }) {
  const { id, state } = campaign;
  const [status, setStatus] = useState<RecipientStatus>();
  const accounts = useQuery(mailboxesApi.list.queryOptions({ enabled: campaign.more_mailboxes.length > 0 }));
  const list = useInfiniteQuery(
    campaignsApi.deliveries.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, status, cursor }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next,
      placeholderData: keepPreviousData,
      // Once everything is sent, one last refetch shows the final outcomes.
      refetchInterval: ({ state: { data } }) =>
        state === "sending" || (state === "sent" && data?.pages.some(hasWaiting)) ? LOOK_MS : false,
    }),
  );
  const items = list.data?.pages.flatMap((page) => page.items);
  return (
    <section>
      <Group justify="space-between" align="end" mb="xs">
        <Title order={2} size="h4">
          Recipients
        </Title>
        <Group gap="xs" align="end">
          <Retry campaign={campaign} />
          <Select
            aria-label="Show"
            placeholder="All of them"
            clearable
            clearButtonProps={{ "aria-label": "Show all of them" }}
            data={RECIPIENT_STATUSES.map((value) => ({ value, label: DELIVERY_LABELS[value].label }))}
            value={status ?? null}
            onChange={(value) => setStatus((value as RecipientStatus | null) ?? undefined)}
          />
          {items && items.length > 0 && (
            <ExportMenu files={[{ title: "CSV file", href: exportHref(id, status) }]} />
          )}
        </Group>
      </Group>
      <UncertainNote campaign={campaign} />
      {!items ? (
        <QueryState query={list} failure="We couldn’t load the recipients." height={96} />
      ) : items.length === 0 ? (
        <Text size="sm">Nobody.</Text>
      ) : (
        <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
          {items.map((delivery) => (
            <Recipient
              key={delivery.contact_id}
              delivery={delivery}
              through={accounts.data?.items.find(({ id }) => id === delivery.mailbox_id)?.from_address}
            />
          ))}
        </Stack>
      )}
      <ShowMoreButton list={list} mt="xs" />
    </section>
  );
}

const exportHref = (id: string, status: RecipientStatus | undefined) =>
  `${API_PATH}/campaigns/${id}/deliveries/export${status === undefined ? "" : `?status=${status}`}`;

interface RecipientProps {
  delivery: CampaignDelivery;
  /** The sending account's address, if there are several. */
  through: string | undefined;
}

function Recipient({ delivery, through }: RecipientProps) {
  const { email, name, state, reason, outcome } = delivery;
  const { color, label } = DELIVERY_LABELS[state];
  return (
    <Paper component="li" withBorder radius="md" px="md" py="xs">
      <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
        <Text size="sm" fw={500} miw={0} style={{ overflowWrap: "anywhere" }}>
          {email || "Deleted"}
          {name !== "" && ` · ${name}`}
        </Text>
        <Badge size="sm" variant="light" color={color} flex="none">
          {label}
        </Badge>
      </Group>
      <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {[...timesOf(delivery), through && `Through ${through}`, reason, outcome].filter(Boolean).join(" · ")}
      </Text>
    </Paper>
  );
}

/** Only Gmail can be asked, and only with its owner's consent. */
function UncertainNote({ campaign: { figures, mailbox_id, more_mailboxes } }: { campaign: Campaign }) {
  const { data } = useQuery(mailboxesApi.list.queryOptions({ enabled: figures.uncertain > 0 }));
  const own = [mailbox_id, ...more_mailboxes.map((one) => one.mailbox_id)];
  const gmails = data?.items.filter(({ id, kind }) => kind === "gmail" && own.includes(id)) ?? [];
  if (figures.uncertain === 0 || gmails.length === 0) return null;
  return (
    <Text size="sm" mb="xs">
      {gmails.every(({ reads_replies }) => reads_replies) ? (
        "We’re checking with Gmail whether uncertain e-mails went out. That can take an hour."
      ) : (
        <>
          Gmail knows whether uncertain e-mails went out, but we don’t have permission to look.{" "}
          <Anchor
            size="sm"
            underline="always"
            renderRoot={(props) => <Link {...props} to={PATHS.mailboxes} />}
          >
            Allow reading replies
          </Anchor>
        </>
      )}
    </Text>
  );
}

function timesOf({ state, due_at, tried_at, handed_over_at, ...then }: CampaignDelivery): string[] {
  const { replied_at, opened_at, clicked_at, unsubscribed_at } = then;
  const said = (words: string, at: string | null) => (at === null ? [] : [`${words} ${formatDateTime(at)}`]);
  return [
    ...said("Sent", handed_over_at),
    ...said("Opened", opened_at),
    ...said("Clicked", clicked_at),
    ...said("Replied", replied_at),
    ...said("Unsubscribed", unsubscribed_at),
    ...(state === "pending" ? said(tried_at === null ? "Goes out" : "Next try", isAhead(due_at)) : []),
  ];
}

const isAhead = (at: string | null) => (at !== null && Date.parse(at) > Date.now() ? at : null);

const RETRIABLE: readonly Campaign["state"][] = ["sending", "paused", "auto_paused", "sent"];

/** Retries failed or uncertain messages. While it's paused, they wait until it continues. */
function Retry({ campaign: { id, state, figures } }: { campaign: Campaign }) {
  const refresh = useCampaignsRefresh();
  const retry = useMutation({
    mutationFn: (status: "failed" | "uncertain") => campaignsApi.retry.call({ id, status }),
    onSettled: refresh,
    onError: (error) => toastError(error, "That didn’t work. Try again."),
  });
  if (!RETRIABLE.includes(state)) return null;
  const sendAgain = async () => {
    const message = "They may have it already. If they do, they’ll get it twice.";
    if (await confirm({ title: "Send these again?", message, confirm: "Send again" }))
      retry.mutate("uncertain");
  };
  // Dead addresses can't be retried.
  const dead = figures.failures.find(({ reason }) => reason === "hard")?.count ?? 0;
  return (
    <>
      {figures.failed > dead && (
        <Button size="sm" variant="default" loading={retry.isPending} onClick={() => retry.mutate("failed")}>
          Retry failed
        </Button>
      )}
      {figures.uncertain > 0 && (
        <Button size="sm" variant="default" loading={retry.isPending} onClick={() => void sendAgain()}>
          Send uncertain again
        </Button>
      )}
    </>
  );
}
