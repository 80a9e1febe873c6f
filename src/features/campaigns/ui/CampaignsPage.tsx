import "#src/kit/later.css";
import { Anchor, Badge, Button, Group, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus, IconSend } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import type { CampaignSummary } from "#src/features/campaigns/contract.ts";
import { useMay } from "#src/features/team/ui/shared/use-may.ts";
import { LoadFailure } from "#src/kit/LoadFailure.tsx";
import { NothingHere } from "#src/kit/NothingHere.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { inDigits, plural } from "#src/kit/plural.ts";
import { RowSkeletons } from "#src/kit/RowSkeletons.tsx";
import { useOpening } from "#src/kit/use-opening.ts";
import { whenWords, zonedWords } from "#src/kit/when.ts";
import { dialogWhenNeeded, whenNeeded } from "#src/kit/when-needed.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { campaignsApi } from "./campaign-queries.ts";
import { CAMPAIGN_WORDS } from "./campaign-words.ts";
import { EmergencyStop, StopSending } from "./EmergencyStop.tsx";

const NewCampaignDialog = dialogWhenNeeded(
  async () => (await import("./NewCampaignDialog.tsx")).NewCampaignDialog,
);
const MailCapDialog = dialogWhenNeeded(async () => (await import("./MailCapDialog.tsx")).MailCapDialog);
const RulesDialog = dialogWhenNeeded(async () => (await import("./RulesDialog.tsx")).RulesDialog);
const CampaignCalendar = whenNeeded(
  async () => (await import("./CampaignCalendar.tsx")).CampaignCalendar,
  <Skeleton h={240} radius="lg" />,
);
const CampaignScreen = whenNeeded(
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
  const [adding, add] = useDisclosure(false);
  const [capping, cap] = useDisclosure(false);
  const [ruling, rules] = useDisclosure(false);
  useOpening("create", add.open);
  const mayManage = useMay("team.manage");
  const list = useList({ isShown: !isCalendar });
  // Where there are none, what says so has the button.
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
            {!hasNone && <StopSending />}
            {!hasNone && (
              <Button leftSection={<IconPlus size={18} />} onClick={add.open}>
                New campaign
              </Button>
            )}
          </>
        }
      >
        One e-mail to many fans
      </PageTitle>
      <EmergencyStop />
      {isCalendar ? <CampaignCalendar /> : <List list={list} onAdd={add.open} />}
      <RulesDialog opened={ruling} onClose={rules.close} />
      <NewCampaignDialog opened={adding} onClose={add.close} />
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

function List({ list, onAdd }: { list: ReturnType<typeof useList>; onAdd: () => void }) {
  const items = list.data?.pages.flatMap((page) => page.items);
  if (!items && list.error)
    return (
      <LoadFailure
        error={list.error}
        fallback="We couldn’t load your campaigns."
        onRetry={() => void list.refetch()}
      />
    );
  if (!items) return <RowSkeletons height={84} />;
  if (items.length === 0)
    return (
      <NothingHere
        icon={<IconSend />}
        title="No campaigns yet"
        description="A campaign sends one e-mail to many fans, and shows who got it, opened it, and clicked."
      >
        <Button onClick={onAdd}>New campaign</Button>
      </NothingHere>
    );
  return (
    <Stack gap="xs">
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
        {items.map((campaign) => (
          <Row key={campaign.id} campaign={campaign} />
        ))}
      </Stack>
      {list.hasNextPage && (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </Stack>
  );
}

function Row({ campaign }: { campaign: CampaignSummary }) {
  const { id, name, state } = campaign;
  const { color, label } = CAMPAIGN_WORDS[state];
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
  if (state === "scheduled" && scheduled_at !== null) return `Goes out ${zonedWords(scheduled_at)}`;
  if (started_at === null) return `Created ${whenWords(created_at)}`;
  const { recipients, sent } = campaign.figures;
  const all = plural(recipients + campaign.late_recipients, "e-mail");
  return `${inDigits(sent)} of ${all} sent · started ${whenWords(started_at)}`;
}
