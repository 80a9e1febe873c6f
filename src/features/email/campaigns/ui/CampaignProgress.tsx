import { Alert, Anchor, List, Paper, Progress, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { use } from "react";
import type { Campaign } from "#src/features/email/campaigns/contract.ts";
import { NewAccountNote } from "#src/features/email/sending-accounts/ui/shared/NewAccountNote.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { formatNumber, plural } from "#src/kit/plural.ts";
import { PATHS } from "#src/lib/paths.ts";
import { ArchiveField } from "./ArchiveField.tsx";
import { timeLeft, toFigureCards } from "./campaign-labels.ts";
import { HeldSends } from "./recipients/HeldSends.tsx";
import { LateJoiners } from "./recipients/LateJoiners.tsx";
import { Recipients } from "./recipients/Recipients.tsx";
import { SentTo } from "./recipients/SentTo.tsx";
import { CampaignSlots } from "./shared/campaign-slots.ts";

export function CampaignProgress({ campaign }: { campaign: Campaign }) {
  const { state, state_reason, started_at, checked } = campaign;
  const { CampaignTestNote } = use(CampaignSlots);
  return (
    <Stack>
      {state_reason !== "" && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle size={20} />} role="status">
          {state_reason}
        </Alert>
      )}
      <HeldSends campaign={campaign} />
      {state === "sending" && <NewAccountNote onlyOnceFull />}
      {CampaignTestNote && <CampaignTestNote campaignId={campaign.id} />}
      {started_at !== null && <Pace campaign={campaign} />}
      {started_at !== null && <SentTo campaign={campaign} />}
      <Reasons campaign={campaign} />
      {checked && checked.problems.length > 0 && (
        <Alert
          color="brass"
          variant="light"
          icon={<IconAlertTriangle size={20} />}
          title="What the check said before it went out"
        >
          <List size="sm">
            {checked.problems.map(({ where, message }) => (
              <List.Item key={where + message}>{message}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {started_at !== null && (
        <SimpleGrid component="dl" cols={{ base: 2, sm: 3, md: 5 }} spacing="xs" m={0}>
          {toFigureCards(campaign).map(({ label, value, detail, hint }) => (
            <Paper key={label} withBorder radius="lg" p="sm" data-hint={hint} tabIndex={0}>
              <Text component="dt" size="xs" c="dimmed">
                {label}
              </Text>
              <Text component="dd" fw={600} m={0}>
                {value}
                {detail !== "" && (
                  <Text component="span" display="block" size="xs" c="dimmed">
                    {detail}
                  </Text>
                )}
              </Text>
            </Paper>
          ))}
        </SimpleGrid>
      )}
      {started_at !== null && (
        <Anchor
          size="sm"
          w="fit-content"
          renderRoot={(props) => (
            <Link {...props} to={PATHS.mailAnalytics} search={{ campaign: campaign.id, period: "90d" }} />
          )}
        >
          See its analytics and where people clicked
        </Anchor>
      )}
      {state === "sent" && <LateJoiners campaign={campaign} />}
      <ArchiveField campaign={campaign} />
      {started_at !== null && <Recipients campaign={campaign} />}
    </Stack>
  );
}

/** Explains why some got nothing, a line for each reason. */
function Reasons({ campaign: { figures, left_out } }: { campaign: Campaign }) {
  if (figures.failures.length + left_out.length === 0) return null;
  return (
    <List size="sm" c="dimmed">
      {figures.failures.map(({ reason, count, words }) => (
        <List.Item key={reason}>{`${plural(count, "e-mail")} didn’t go out: ${words}`}</List.Item>
      ))}
      {left_out.map(({ reason, count, words }) => (
        <List.Item key={reason}>{`${plural(count, "person", "people")} left out: ${words}`}</List.Item>
      ))}
    </List>
  );
}

function Pace({ campaign }: { campaign: Campaign }) {
  const { figures, state, started_at, ended_at } = campaign;
  const { waiting, per_minute } = figures;
  const all = figures.recipients + campaign.late_recipients;
  const done = all === 0 ? 100 : ((all - waiting) / all) * 100;
  const when = ended_at ? `Ended ${formatDateTime(ended_at)}` : `Started ${formatDateTime(started_at ?? "")}`;
  const pace =
    state === "sending" ? [`${formatNumber(per_minute)} a minute`, timeLeft(figures, campaign.outlook)] : [];
  return (
    <div>
      <Progress
        value={done}
        size="lg"
        radius="xl"
        animated={state === "sending"}
        aria-label="E-mails handled"
      />
      <Text size="sm" mt={4}>
        {[`${formatNumber(all - waiting)} of ${plural(all, "e-mail")}`, ...pace, when]
          .filter(Boolean)
          .join(" · ")}
      </Text>
    </div>
  );
}
