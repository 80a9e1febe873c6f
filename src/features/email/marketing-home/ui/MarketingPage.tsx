import "#src/kit/deferred.css";
import {
  Anchor,
  Badge,
  Button,
  Group,
  List,
  Paper,
  Progress,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { TasksDue } from "#src/features/audience/contacts/ui/shared/TasksDue.tsx";
import { MAILBOX_STATE_LABELS } from "#src/features/email/sending-accounts/ui/shared/mailbox-labels.ts";
import { sequencesQuery } from "#src/features/email/sequences/ui/shared/sequence-queries.ts";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { clientFor } from "#src/kit/api.ts";
import { Card } from "#src/kit/Card.tsx";
import { LOCALE } from "#src/kit/locale.ts";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { marketingContract, type Overview } from "../contract.ts";
import { NEAR_LIMIT, nextStep } from "../rules.ts";

const marketingApi = clientFor("marketing", marketingContract);
const NUMBER = new Intl.NumberFormat(LOCALE);
const LOOK_AGAIN_MS = 10_000;
const SEQUENCES_SHOWN = 5;

/** `/dashboard/marketing`: fans, what they get, and the next step. */
export function MarketingPage() {
  const query = useQuery(marketingApi.overview.queryOptions({ refetchInterval: LOOK_AGAIN_MS }));
  const { data } = query;
  return (
    <>
      <PageTitle title="Marketing">Your fans, and the e-mail you send them</PageTitle>
      {data ? (
        <Sections overview={data} />
      ) : (
        <QueryState query={query} failure="We couldn’t load this overview." waiting={<Loading />} />
      )}
    </>
  );
}

/** As tall as its replacement. */
function Loading() {
  return (
    <Stack gap="lg">
      <Skeleton h={150} radius="lg" />
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        {[0, 1, 2, 3].map((figure) => (
          <Skeleton key={figure} h={108} radius="lg" />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Skeleton h={150} radius="lg" />
        <Skeleton h={150} radius="lg" />
      </SimpleGrid>
    </Stack>
  );
}

function Sections({ overview }: { overview: Overview }) {
  const { fans, mail, accounts } = overview;
  const off = useMe()?.off ?? [];
  const next = nextStep(overview, off);
  const campaigns = off.includes("campaigns") ? PATHS.mailAnalytics : PATHS.campaigns;
  return (
    <Stack gap="lg">
      <Card title={next.title} text={next.text}>
        <Button component={Link} to={next.to} w="fit-content">
          {next.label}
        </Button>
      </Card>
      <TasksDue />
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        <Figure
          label="Fans"
          value={fans.total}
          hint={`${NUMBER.format(fans.mailable)} may get e-mail`}
          to={PATHS.leads}
        />
        <Figure label="New this week" value={fans.this_week} to={PATHS.leads} />
        <Figure
          label="Sent this week"
          value={mail.sent_this_week}
          hint={formatReplies(mail)}
          to={campaigns}
        />
        <Figure label="Waiting to go out" value={mail.waiting} hint={formatPlanned(mail)} to={campaigns} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Sources fans={fans} />
        {!off.includes("sequences") && <Sequences />}
        <Accounts accounts={accounts} />
      </SimpleGrid>
    </Stack>
  );
}

const formatPlanned = ({ scheduled, drafts }: Overview["mail"]) =>
  `${plural(scheduled, "scheduled", "scheduled")}, ${plural(drafts, "draft")}`;

const formatReplies = ({ replies_this_week }: Overview["mail"]) =>
  replies_this_week === 0 ? "No replies yet" : plural(replies_this_week, "new reply", "new replies");

interface FigureProps {
  label: string;
  value: number;
  hint?: string;
  to: string;
}

function Figure({ label, value, hint, to }: FigureProps) {
  return (
    <Paper component={Link} to={to} withBorder radius="lg" p="md" className="plain-link">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text size="xl" fw={700}>
        {NUMBER.format(value)}
      </Text>
      {hint && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
    </Paper>
  );
}

/** A link in an empty card. */
function Leading({ to, children }: { to: string; children: string }) {
  return (
    <Button component={Link} to={to} variant="default" w="fit-content">
      {children}
    </Button>
  );
}

const SOURCE_WORDS: Readonly<Record<string, string>> = {
  direct: "Straight to the page",
  list: "Imported or added",
};

function Sources({ fans: { this_week, sources } }: { fans: Overview["fans"] }) {
  if (this_week === 0)
    return (
      <Card title="Where new fans come from" text="Nobody has signed up in the last 7 days.">
        <Leading to={PATHS.profiles}>Go to profiles</Leading>
      </Card>
    );
  return (
    <Card title="Where new fans come from" text="The last 7 days">
      <List listStyleType="none">
        {sources.map(({ source, count }) => (
          <List.Item key={source} styles={{ itemWrapper: { width: "100%" }, itemLabel: { width: "100%" } }}>
            <Group justify="space-between" wrap="nowrap">
              <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                {SOURCE_WORDS[source] ?? source}
              </Text>
              <Text size="sm" fw={600}>
                {NUMBER.format(count)}
              </Text>
            </Group>
          </List.Item>
        ))}
      </List>
    </Card>
  );
}

/** The running sequences, or the offer of a first one. */
function Sequences() {
  const { data } = useQuery(sequencesQuery());
  if (!data) return <Skeleton h={150} radius="lg" />;
  const running = data.items.filter(({ state }) => state === "active");
  if (running.length === 0)
    return (
      <Card
        title="Greet every new fan"
        text="A welcome sequence writes to everyone who signs up, within seconds and again days later. Nothing runs yet."
      >
        <Leading to={data.items.length === 0 ? `${PATHS.sequences}?open=create` : PATHS.sequences}>
          Choose a welcome
        </Leading>
      </Card>
    );
  return (
    <Card
      title="Running sequences"
      text="What goes out by itself"
      action={<Leading to={PATHS.sequences}>Manage</Leading>}
    >
      <Stack gap="sm">
        {running.slice(0, SEQUENCES_SHOWN).map(({ id, name, counts }) => (
          <Group key={id} justify="space-between" wrap="nowrap" align="start">
            <Anchor
              size="sm"
              miw={0}
              style={{ overflowWrap: "anywhere" }}
              renderRoot={(props) => <Link {...props} to={PATHS.sequence} params={{ id }} />}
            >
              {name}
            </Anchor>
            <Text size="sm" flex="none">
              {plural(counts.inside, "person inside", "people inside")}
            </Text>
          </Group>
        ))}
      </Stack>
    </Card>
  );
}

function Accounts({ accounts }: { accounts: Overview["accounts"] }) {
  if (accounts.length === 0)
    return (
      <Card title="Sending accounts" text="None yet. Campaigns need one to send from.">
        <Leading to={PATHS.mailboxes}>Add sending account</Leading>
      </Card>
    );
  return (
    <Card
      title="Sending accounts"
      text="What each has sent in the last 24 hours"
      action={<Leading to={PATHS.mailboxes}>Manage</Leading>}
    >
      <Stack gap="sm">
        {accounts.map((account) => (
          <Account key={account.id} account={account} />
        ))}
      </Stack>
    </Card>
  );
}

function formatUsage({ sent_today, day_limit }: Overview["accounts"][number]): string {
  const sent = NUMBER.format(sent_today);
  if (day_limit === null) return `${sent} sent`;
  const words = `${sent} of ${NUMBER.format(day_limit)} sent`;
  return sent_today / day_limit >= NEAR_LIMIT ? `${words} · near today’s limit` : words;
}

function Account({ account }: { account: Overview["accounts"][number] }) {
  const { address, state, sent_today, day_limit, last_error } = account;
  const share = day_limit ? sent_today / day_limit : 0;
  return (
    <div style={{ overflowWrap: "anywhere" }}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {address || "Gmail"}
        </Text>
        <Badge size="sm" variant="light" color={MAILBOX_STATE_LABELS[state].color}>
          {MAILBOX_STATE_LABELS[state].label}
        </Badge>
      </Group>
      <Text size="xs" c="dimmed">
        {formatUsage(account)}
      </Text>
      {day_limit !== null && (
        <Progress
          value={100 * share}
          size="sm"
          mt={4}
          color={share >= NEAR_LIMIT ? "orange" : "teal"}
          aria-label={`${address}: share of today’s limit`}
        />
      )}
      {last_error !== "" && (
        <Text size="xs" mt={4}>
          {last_error}
        </Text>
      )}
    </div>
  );
}
