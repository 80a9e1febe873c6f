import { Alert, Button, Drawer, Group, Stack, Text } from "@mantine/core";
import { IconMailOff, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { use } from "react";
import {
  LIFTED_BY_SIGN_UP,
  LIFTED_BY_TEAM,
  type SuppressionReason,
} from "#src/features/audience/consent-records/rules.ts";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { confirm } from "#src/kit/confirm.ts";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { plural } from "#src/kit/plural.ts";
import { toastError } from "#src/kit/toasts.tsx";
import type { Contact, ContactDetails } from "../../contract.ts";
import { ENGAGEMENT_HALF_LIFE_DAYS } from "../../rules.ts";
import { contactsApi } from "../contact-queries.ts";
import { StatusBadge } from "../list/contact-columns.tsx";
import { MergedLeads } from "../merge/MergedLeads.tsx";
import { StageField } from "../pipeline/StageField.tsx";
import { DataExportButton } from "../privacy/DataExportButton.tsx";
import { ContactSlots } from "../shared/contact.slots.ts";
import { contactName, SUPPRESSION_SENTENCES } from "../shared/contact-labels.ts";
import { LiftButton } from "../suppressions/LiftButton.tsx";
import { LeadTimeline, useTimelineRefresh } from "../timeline/LeadTimeline.tsx";
import { LeadConsents } from "./LeadConsents.tsx";
import { LeadDetails } from "./LeadDetails.tsx";
import { LeadEditor } from "./LeadEditor.tsx";
import { LeadTasks } from "./LeadTasks.tsx";

const REASONS: Readonly<Record<string, (points: string, count: number) => string>> = {
  sign_up: (points, count) => (count === 1 ? `${points} signed up` : `${points} signed up ${count} times`),
  opened: (points, count) => `${points} opened ${plural(count, "e-mail")}`,
  clicked: (points, count) => `${points} clicked ${plural(count, "link")}`,
  reply: (points, count) => (count === 1 ? `${points} replied` : `${points} replied ${count} times`),
};

interface LeadDrawerProps {
  contact: Contact | undefined;
  isRemoving: boolean;
  onClose: () => void;
  /** Undefined for people without permission to change leads. */
  onRemove: ((contact: Contact) => void) | undefined;
}

/** All data about a lead, with proof of their consents. */
export function LeadDrawer({ contact, onClose, ...rest }: LeadDrawerProps) {
  return (
    <Drawer
      opened={contact !== undefined}
      onClose={onClose}
      title={contact && contactName(contact)}
      position="right"
      size="lg"
    >
      {contact && <Content key={contact.id} contact={contact} {...rest} />}
    </Drawer>
  );
}

function Content({ contact, isRemoving, onRemove }: Omit<LeadDrawerProps, "onClose"> & { contact: Contact }) {
  const loaded = useQuery(contactsApi.get.queryOptions({ input: { id: contact.id } }));
  const { stop, isStopping } = useSuppress();
  const mayExport = useHasPermission("leads.export");
  const { AddToSequence, Sequences } = use(ContactSlots);
  const refreshTimeline = useTimelineRefresh();
  if (loaded.error)
    return (
      <ErrorPanel
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
      {loaded.data && <LeadEngagement engagement={loaded.data.engagement} />}
      {loaded.data && <StageField contact={loaded.data} mayEdit={onRemove !== undefined} />}
      {onRemove && loaded.data && <LeadEditor contact={loaded.data} />}
      <LeadTasks id={contact.id} mayWrite={onRemove !== undefined} />
      {Sequences && <Sequences contactId={contact.id} onChanged={() => void refreshTimeline()} />}
      <LeadTimeline id={contact.id} mayWrite={onRemove !== undefined} />
      {loaded.data && <LeadConsents contact={loaded.data} />}
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
          {AddToSequence && isReachable && <AddToSequence selection={{ ids: [contact.id] }} />}
          {mayExport && <DataExportButton id={contact.id} />}
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

/** Explains why they get no e-mail, if so. */
function Suppressed({ contact }: { contact: ContactDetails }) {
  const { status, suppressions, paused_until } = contact;
  const mayManage = useHasPermission("connections.manage");
  const isUnlimited = useMe()?.account.profile_ids === null;
  const [first] = suppressions.filter(({ scope }) => scope === null);
  if (first)
    return (
      <Alert color="brass" style={{ overflowWrap: "anywhere" }} title={<StatusBadge status={status} />}>
        {SUPPRESSION_SENTENCES[first.reason]} Since {formatDateTime(first.created_at)}, nothing has gone out
        to them.
        {first.note && <Text size="sm">“{first.note}”</Text>}
        {first.wish && <Text size="sm">Before that: {SUPPRESSION_SENTENCES[first.wish]}</Text>}
        {LIFTABLE.includes(first.reason)
          ? mayManage && isUnlimited && <LiftButton contact={contact} />
          : RETURNING.includes(first.reason) && (
              <Text size="sm">Only they can change that, by signing up again.</Text>
            )}
      </Alert>
    );
  if (paused_until && Date.parse(paused_until) > Date.now())
    return <Alert color="gray">Until {formatDateTime(paused_until)}, they’ve paused your e-mail.</Alert>;
  return null;
}

function useSuppress() {
  const queries = useQueryClient();
  const { mutateAsync, isPending } = useMutation(contactsApi.suppress.mutationOptions());
  const stop = async (contact: Contact) => {
    const isSure = await confirm({
      title: `Stop e-mail to ${contactName(contact)}?`,
      message: "They stay on your list, but get nothing from you anymore, even if you import them again.",
      confirm: "Stop e-mail",
      danger: true,
    });
    if (!isSure) return;
    try {
      await mutateAsync({ email: contact.email });
    } catch (error) {
      toastError(error, "E-mail to them wasn’t stopped. Try again.");
    }
    await queries.invalidateQueries({ queryKey: contactsApi.key() });
  };
  return { stop: (contact: Contact) => void stop(contact), isStopping: isPending };
}

function LeadEngagement({ engagement: { points, reasons } }: Pick<ContactDetails, "engagement">) {
  if (points === 0) return null;
  const words = reasons.map(
    ({ kind, count, points }) => REASONS[kind]?.(`+${points}`, count) ?? `+${points} ${kind}`,
  );
  return (
    <div>
      <Text size="sm" fw={600}>
        Engagement: {points}
      </Text>
      <Text size="sm">{words.join(", ")}</Text>
      <Text size="xs" c="dimmed">
        After {ENGAGEMENT_HALF_LIFE_DAYS} days, points count half.
      </Text>
    </div>
  );
}
