import { Alert, Blockquote, Button, Drawer, Group, Stack, Text, Title } from "@mantine/core";
import { IconMailOff, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useMe } from "#src/features/accounts/ui/shared/account-queries.ts";
import { useMay } from "#src/features/team/ui/shared/use-may.ts";
import { LoadFailure } from "#src/kit/LoadFailure.tsx";
import { whenWords } from "#src/kit/when.ts";
import type { Contact, ContactDetails } from "../contract.ts";
import { LIFTED_BY_SIGN_UP, LIFTED_BY_TEAM, NEWS_TOPIC, type SuppressionReason } from "../rules.ts";
import { StatusBadge } from "./contact-columns.tsx";
import { contactsApi } from "./contact-queries.ts";
import { nameOf, SUPPRESSION_WORDS } from "./contact-words.ts";
import { LeadDetails } from "./LeadDetails.tsx";
import { editedOf, LeadEditor } from "./LeadEditor.tsx";
import { LeadPlace } from "./LeadPlace.tsx";
import { LeadScore } from "./LeadScore.tsx";
import classes from "./Leads.module.css";
import { LeadTasks } from "./LeadTasks.tsx";
import { LeadTimeline } from "./LeadTimeline.tsx";
import { LiftButton } from "./LiftButton.tsx";
import { MergedLeads } from "./MergedLeads.tsx";
import { PersonFile } from "./PersonFile.tsx";
import { useTopics } from "./shared/use-topics.ts";
import { useStopping } from "./use-stopping.ts";

interface LeadDrawerProps {
  contact: Contact | undefined;
  isRemoving: boolean;
  onClose: () => void;
  /** Undefined for people who may not change leads. */
  onRemove: ((contact: Contact) => void) | undefined;
}

/** Everything we store about a lead, with proof of what they agreed to. */
export function LeadDrawer({ contact, onClose, ...rest }: LeadDrawerProps) {
  return (
    <Drawer
      opened={contact !== undefined}
      onClose={onClose}
      title={contact && nameOf(contact)}
      position="right"
      size="lg"
    >
      {contact && <Content key={contact.id} contact={contact} {...rest} />}
    </Drawer>
  );
}

function Content({ contact, isRemoving, onRemove }: Omit<LeadDrawerProps, "onClose"> & { contact: Contact }) {
  const loaded = useQuery(contactsApi.get.queryOptions({ input: { id: contact.id } }));
  const { stop, isStopping } = useStopping();
  const mayExport = useMay("leads.export");
  if (loaded.error)
    return (
      <LoadFailure
        error={loaded.error}
        fallback="This lead didn’t load."
        onRetry={() => void loaded.refetch()}
      />
    );
  const now = loaded.data ?? contact;
  const isReachable = now.status === "new" || now.status === "confirmed" || now.status === "unconfirmed";
  return (
    <Stack gap="lg">
      <LeadDetails contact={now} isMasked={!onRemove} />
      {loaded.data && <Suppressed contact={loaded.data} />}
      {loaded.data && <LeadScore score={loaded.data.score} />}
      {loaded.data && <LeadPlace contact={loaded.data} mayEdit={onRemove !== undefined} />}
      {onRemove && loaded.data && <LeadEditor key={editedOf(loaded.data)} contact={loaded.data} />}
      <LeadTasks id={contact.id} mayWrite={onRemove !== undefined} />
      <LeadTimeline id={contact.id} mayWrite={onRemove !== undefined} />
      {loaded.data && <Consents contact={loaded.data} />}
      {loaded.data && <MergedLeads contact={loaded.data} mayEdit={onRemove !== undefined} />}
      {onRemove && (
        <Group>
          {isReachable && (
            <Button
              variant="default"
              leftSection={<IconMailOff size={18} />}
              loading={isStopping}
              onClick={() => stop(now)}
            >
              Stop e-mail
            </Button>
          )}
          {mayExport && <PersonFile id={contact.id} />}
          <Button
            variant="light"
            color="red"
            leftSection={<IconTrash size={18} />}
            loading={isRemoving}
            onClick={() => onRemove(now)}
          >
            Delete lead
          </Button>
        </Group>
      )}
    </Stack>
  );
}

const RETURNING: readonly SuppressionReason[] = LIFTED_BY_SIGN_UP;
const LIFTABLE: readonly SuppressionReason[] = LIFTED_BY_TEAM;

/** Why they get nothing, if so. */
function Suppressed({ contact }: { contact: ContactDetails }) {
  const { status, suppressions, paused_until } = contact;
  const mayManage = useMay("connections.manage");
  const isUnlimited = useMe()?.account.profile_ids === null;
  const [first] = suppressions.filter(({ scope }) => scope === null);
  if (first)
    return (
      <Alert color="yellow" style={{ overflowWrap: "anywhere" }} title={<StatusBadge status={status} />}>
        {SUPPRESSION_WORDS[first.reason]} Nothing has gone out to them since {whenWords(first.created_at)}.
        {first.note && <Text size="sm">“{first.note}”</Text>}
        {first.wish && <Text size="sm">Before that: {SUPPRESSION_WORDS[first.wish]}</Text>}
        {LIFTABLE.includes(first.reason)
          ? mayManage && isUnlimited && <LiftButton contact={contact} />
          : RETURNING.includes(first.reason) && (
              <Text size="sm">Only they can change that, by signing up again.</Text>
            )}
      </Alert>
    );
  if (paused_until && Date.parse(paused_until) > Date.now())
    return <Alert color="gray">They paused your e-mail until {whenWords(paused_until)}.</Alert>;
  return null;
}

function Consents({ contact }: { contact: ContactDetails }) {
  const titleId = useId();
  const { consents, suppressions } = contact;
  const topics = useTopics();
  const nameOfTopic = (key: string) => topics.find((one) => one.key === key)?.name ?? key;
  const left = suppressions.flatMap(({ scope }) => (scope === null ? [] : [nameOfTopic(scope)]));
  return (
    <section aria-labelledby={titleId}>
      <Title order={3} size="h5" id={titleId}>
        Proof of consent
      </Title>
      {consents.length === 0 && (
        <Text size="sm" c="dimmed">
          There’s none: they didn’t sign up on a page.
        </Text>
      )}
      {left.length > 0 && <Text size="sm">Has left: {left.join(", ")}</Text>}
      {consents.map(({ topic, text, version, given_at, confirmed_at, ended_at }) => (
        <div key={topic}>
          {topic !== NEWS_TOPIC && <Text fw={600}>{nameOfTopic(topic)}</Text>}
          <Blockquote p="sm" my="xs" className={classes.consent}>
            {text}
          </Blockquote>
          <Text size="sm" c="dimmed">
            The form showed this text, and {nameOf(contact)} agreed to it on {whenWords(given_at)}. Version{" "}
            {version}.{confirmed_at && ` Confirmed by e-mail on ${whenWords(confirmed_at)}.`}
            {ended_at && ` Ended on ${whenWords(ended_at)}.`}
          </Text>
        </div>
      ))}
    </section>
  );
}
