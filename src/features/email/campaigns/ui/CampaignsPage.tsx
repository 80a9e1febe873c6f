import "#src/kit/deferred.css";
import { Anchor, Badge, Button, Group, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus, IconSend } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import type { CampaignSummary } from "#src/features/email/campaigns/contract.ts";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { formatDateTime, formatZonedDateTime } from "#src/kit/format-date.ts";
import { ListSkeleton } from "#src/kit/ListSkeleton.tsx";
import { lazyComponent, lazyDialog } from "#src/kit/lazy.tsx";
import { PagedList } from "#src/kit/PagedList.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { formatNumber, plural } from "#src/kit/plural.ts";
import { useOpenParam } from "#src/kit/use-open-param.ts";
import { PATHS } from "#src/lib/paths.ts";
import { CAMPAIGN_LABELS } from "./campaign-labels.ts";
import { campaignsApi } from "./campaign-queries.ts";
import { SendingStoppedAlert, StopSendingButton } from "./KillSwitch.tsx";
import { useNewCampaign } from "./use-new-campaign.ts";

const MailCapDialog = lazyDialog(async () => (await import("./schedule/MailCapDialog.tsx")).MailCapDialog);
const RulesDialog = lazyDialog(async () => (await import("./approval/RulesDialog.tsx")).RulesDialog);
const CampaignCalendar = lazyComponent(
  async () => (await import("./schedule/CampaignCalendar.tsx")).CampaignCalendar,
  <Skeleton h={240} radius="lg" />,
);
const CampaignScreen = lazyComponent(
  async () => (await import("./CampaignScreen.tsx")).CampaignScreen,
  <Skeleton h={240} radius="lg" />,
);

/** `/dashboard/marketing/campaigns`: the campaigns, or one of them. */
export function CampaignsPage() {
  const { campaign, view } = useSearch({ strict: false });
  return campaign === undefined ? (
    <Campaigns isCalendar={view === "calendar"} />
  ) : (
    <CampaignScreen key={campaign} id={campaign} />
  );
}

function Campaigns({ isCalendar }: { isCalendar: boolean }) {
  const { add, isAdding } = useNewCampaign();
  const [capping, cap] = useDisclosure(false);
  const [ruling, rules] = useDisclosure(false);
  useOpenParam("create", add);
  const mayManage = useHasPermission("team.manage");
  const list = useList({ isShown: !isCalendar });
  // The empty state has the button itself.
  const hasNone = !isCalendar && list.data?.pages[0]?.items.length === 0;
  return (
    <>
      <PageTitle
        title="Campaigns"
        actions={
          <>
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link {...props} to={PATHS.campaigns} search={isCalendar ? {} : { view: "calendar" }} />
              )}
            >
              {isCalendar ? "List" : "Calendar"}
            </Button>
            <Button variant="default" onClick={cap.open}>
              E-mails per fan
            </Button>
            {mayManage && (
              <Button variant="default" onClick={rules.open}>
                Rules
              </Button>
            )}
            {!hasNone && <StopSendingButton />}
            {!hasNone && (
              <Button leftSection={<IconPlus size={18} />} loading={isAdding} onClick={add}>
                New campaign
              </Button>
            )}
          </>
        }
      >
        One e-mail to many fans
      </PageTitle>
      <SendingStoppedAlert />
      {isCalendar ? <CampaignCalendar /> : <List list={list} isAdding={isAdding} onAdd={add} />}
      <RulesDialog opened={ruling} onClose={rules.close} />
      <MailCapDialog opened={capping} onClose={cap.close} />
    </>
  );
}

const LOOK_MS = 5_000;
const MOVING: readonly CampaignSummary["state"][] = ["preparing", "sending"];

function useList({ isShown }: { isShown: boolean }) {
  return useInfiniteQuery(
    campaignsApi.list.infiniteOptions({
      enabled: isShown,
      input: (cursor: string | undefined) => ({ cursor }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next,
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ items }) => items.some((one) => MOVING.includes(one.state)))
          ? LOOK_MS
          : false,
    }),
  );
}

interface ListProps {
  list: ReturnType<typeof useList>;
  isAdding: boolean;
  onAdd: () => void;
}

function List({ list, isAdding, onAdd }: ListProps) {
  return (
    <Stack gap="xs">
      <PagedList
        list={list}
        failure="We couldn’t load your campaigns."
        waiting={<ListSkeleton height={84} />}
        empty={
          <EmptyPanel
            icon={<IconSend />}
            title="No campaigns yet"
            description="A campaign sends one e-mail to many fans, and shows who got it, opened it, and clicked."
          >
            <Button loading={isAdding} onClick={onAdd}>
              New campaign
            </Button>
          </EmptyPanel>
        }
        row={(campaign) => <Row key={campaign.id} campaign={campaign} />}
      />
    </Stack>
  );
}

function Row({ campaign }: { campaign: CampaignSummary }) {
  const { id, name, state } = campaign;
  const { color, label } = CAMPAIGN_LABELS[state];
  return (
    <Paper component="li" withBorder radius="lg" p="md" pos="relative">
      <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
        <Anchor
          className="card-link"
          fw={600}
          miw={0}
          style={{ overflowWrap: "anywhere" }}
          renderRoot={(props) => <Link {...props} to={PATHS.campaigns} search={{ campaign: id }} />}
        >
          {name}
        </Anchor>
        <Badge size="sm" variant="light" color={color} flex="none">
          {label}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {wordsOf(campaign)}
      </Text>
    </Paper>
  );
}

function wordsOf({ state, scheduled_at, started_at, created_at, ...campaign }: CampaignSummary): string {
  if (state === "scheduled" && scheduled_at !== null) return `Goes out ${formatZonedDateTime(scheduled_at)}`;
  if (started_at === null) return `Created ${formatDateTime(created_at)}`;
  const { recipients, sent } = campaign.figures;
  const all = plural(recipients + campaign.late_recipients, "e-mail");
  return `${formatNumber(sent)} of ${all} sent · started ${formatDateTime(started_at)}`;
}
