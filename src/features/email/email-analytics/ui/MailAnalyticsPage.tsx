import "#src/kit/deferred.css";
import { Button, Group, Select, Stack } from "@mantine/core";
import { IconMailSearch, IconX } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useTimeZone } from "#src/features/identity/accounts/ui/shared/use-time-zone.ts";
import { FiguresSkeleton } from "#src/features/insights/analytics/ui/shared/FiguresSkeleton.tsx";
import { PeriodPicker } from "#src/features/insights/analytics/ui/shared/PeriodPicker.tsx";
import {
  type Period,
  type PeriodSearch,
  parsePeriod,
  periodInput,
} from "#src/features/insights/analytics/ui/shared/period.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { ExportMenu } from "#src/kit/ExportMenu.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { pathOf } from "#src/lib/endpoint-path.ts";
import { PATHS } from "#src/lib/paths.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { type ExportPart, type MailAnalytics, mailAnalyticsContract } from "../contract.ts";
import { MAIL_KINDS, type MailKind } from "../rules.ts";
import { Figures } from "./Figures.tsx";
import { GrowthCard } from "./GrowthCard.tsx";
import { mailAnalytics } from "./mail-analytics-client.ts";
import type { MailAnalyticsSearch } from "./search.ts";

/** `/dashboard/marketing/analytics`: the figures of the account's e-mail in the period in the URL. */
export function MailAnalyticsPage() {
  const search: MailAnalyticsSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const zone = useTimeZone();
  const named = parsePeriod(search);
  const period: Period = WITHOUT.includes(named.name) ? { name: "30d" } : named;
  const only = {
    ...(search.campaign && { campaign_id: search.campaign }),
    ...(search.mailbox && { mailbox_id: search.mailbox }),
    ...(!search.campaign && kindOf(search) && { kind: kindOf(search) }),
  };
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [...mailAnalytics.get.key(), period, only, zone],
    queryFn: ({ signal }) =>
      mailAnalytics.get.call({ ...periodInput(period, new Date(), zone), ...only }, { signal }),
    placeholderData: keepPreviousData,
  });
  const go = (changes: MailAnalyticsSearch) => {
    void navigate({ to: PATHS.mailAnalytics, search: { ...search, ...changes }, resetScroll: false });
  };
  const choosePeriod = ({ period, from, to }: PeriodSearch) => {
    const { campaign, mailbox, kind } = search;
    void navigate({
      to: PATHS.mailAnalytics,
      search: { period, from, to, campaign, mailbox, kind } as MailAnalyticsSearch,
      replace: true,
      resetScroll: false,
    });
  };
  const input = periodInput(period, new Date(), zone);
  return (
    <>
      <PageTitle
        title="E-mail analytics"
        actions={data?.has_history && <ExportMenu files={exportFiles({ ...input, ...only })} />}
      >
        How the e-mail you sent is doing
      </PageTitle>
      <Group justify="space-between" gap="sm" mb="md">
        <PeriodPicker period={period} onPeriod={choosePeriod} without={WITHOUT} />
        {!search.campaign && data && data.has_history && (
          <KindPicker kind={kindOf(search)} onKind={(kind) => go({ kind })} />
        )}
        <Only data={data} search={search} onAll={() => go({ campaign: "", mailbox: "" })} />
      </Group>
      {data ? (
        <Stack
          gap="sm"
          style={isPlaceholderData ? { opacity: 0.6 } : undefined}
          aria-busy={isPlaceholderData}
        >
          <Sections
            data={data}
            search={search}
            onCampaign={(campaign) => go({ campaign })}
            onAccount={(mailbox) => go({ mailbox })}
            onKind={(kind) => go({ kind })}
            onLonger={() => choosePeriod(lastYears())}
          />
          {!search.campaign && !search.mailbox && !kindOf(search) && <GrowthCard period={input} />}
        </Stack>
      ) : error ? (
        <ErrorPanel error={error} fallback="We couldn’t load these figures." onRetry={() => void refetch()} />
      ) : (
        <FiguresSkeleton tiles={11} />
      )}
    </>
  );
}

/** E-mail isn't counted by the minute, and its first day isn't known. */
const WITHOUT: readonly Period["name"][] = ["3h", "all"];

/** What's in the URL, if it's a kind. */
const kindOf = ({ kind }: MailAnalyticsSearch): MailKind | undefined =>
  MAIL_KINDS.find((known) => known === kind);

const KINDS: { value: MailKind | ""; label: string }[] = [
  { value: "", label: "Everything" },
  { value: "campaigns", label: "Campaigns" },
  { value: "sequences", label: "Sequences" },
  { value: "rules", label: "Rules" },
  { value: "transactional", label: "Transactional" },
];

interface KindPickerProps {
  kind: MailKind | undefined;
  onKind: (kind: MailKind | "") => void;
}

function KindPicker({ kind, onKind }: KindPickerProps) {
  return (
    <Select
      aria-label="What sent the e-mail"
      data={KINDS}
      allowDeselect={false}
      value={kind ?? ""}
      onChange={(value) => onKind((value ?? "") as MailKind | "")}
      w={180}
    />
  );
}

interface SectionsProps {
  data: MailAnalytics;
  search: MailAnalyticsSearch;
  onCampaign: (id: string) => void;
  onAccount: (id: string) => void;
  onKind: (kind: MailKind) => void;
  /** Switches to a longer period. */
  onLonger: () => void;
}

const TWO_YEARS_DAYS = 730;

function lastYears(): PeriodSearch {
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  const now = Date.now();
  return { period: "custom", from: dayOf(now - TWO_YEARS_DAYS * DAY_MS), to: dayOf(now) };
}

function Sections({ data, onLonger, ...props }: SectionsProps) {
  if (!data.has_history)
    return (
      <EmptyPanel
        icon={<IconMailSearch />}
        title="Nothing sent yet"
        description="Once a campaign or a sequence sends something, you’ll see here who opened, clicked, and replied."
        size="lg"
      >
        <Button component={Link} to={PATHS.campaigns}>
          Go to campaigns
        </Button>
      </EmptyPanel>
    );
  const isEmpty =
    data.totals.sent + data.totals.refused === 0 &&
    data.kinds.length === 0 &&
    data.series.every(({ opened, clicked }) => opened + clicked === 0);
  if (isEmpty)
    return (
      <EmptyPanel
        icon={<IconMailSearch />}
        title="No e-mail in this period"
        description="Choose a longer period to see what was sent before."
      >
        <Button variant="default" onClick={onLonger}>
          Show the last two years
        </Button>
      </EmptyPanel>
    );
  return <Figures data={data} {...props} />;
}

interface OnlyProps {
  data: MailAnalytics | undefined;
  search: MailAnalyticsSearch;
  onAll: () => void;
}

/** Shows that the figures are filtered, and removes the filter. */
function Only({ data, search: { campaign, mailbox }, onAll }: OnlyProps) {
  const rows = campaign ? data?.campaigns : mailbox ? data?.accounts : undefined;
  if (!campaign && !mailbox) return null;
  const name = rows?.find(({ key }) => key === (campaign ?? mailbox))?.label;
  return (
    <Button variant="light" rightSection={<IconX size={16} />} onClick={onAll} maw="100%">
      Only {name ?? (campaign ? "one campaign" : "one sending account")}
    </Button>
  );
}

const EXPORT_PARTS: { part: ExportPart; title: string }[] = [
  { part: "kinds", title: "What sent it" },
  { part: "campaigns", title: "Campaigns" },
  { part: "steps", title: "E-mails of sequences and rules" },
  { part: "accounts", title: "Sending accounts" },
  { part: "domains", title: "Receiving domains" },
  { part: "series", title: "Over time" },
  { part: "devices", title: "Devices" },
  { part: "countries", title: "Countries" },
  { part: "growth", title: "List growth" },
];

/** Lists the figures on the screen as CSV files. */
function exportFiles(question: Record<string, string>): { title: string; href: string }[] {
  return EXPORT_PARTS.map(({ part, title }) => ({
    title,
    href: `${pathOf(mailAnalyticsContract.exportCsv)}?${new URLSearchParams({ ...question, part })}`,
  }));
}
