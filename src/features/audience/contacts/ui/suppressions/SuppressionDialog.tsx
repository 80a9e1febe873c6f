import { Anchor, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ListedSuppression } from "#src/features/audience/consent-records/contract.ts";
import { LIFTED_BY_TEAM } from "#src/features/audience/consent-records/rules.ts";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { PATHS } from "#src/lib/paths.ts";
import { SUPPRESSION_SENTENCES } from "../shared/contact-labels.ts";
import { LiftForm } from "./LiftButton.tsx";
import { addressLabel, scopeLabel } from "./suppression-columns.tsx";

interface SuppressionDialogProps {
  row: ListedSuppression | undefined;
  nameOfTopic: (key: string) => string;
  onClose: () => void;
}

/** Explains why an address gets nothing, and how that ends. */
export function SuppressionDialog({ row, nameOfTopic, onClose }: SuppressionDialogProps) {
  return (
    <FormDialog title={row ? addressLabel(row) : ""} opened={row !== undefined} onClose={onClose}>
      {row && (
        <Stack style={{ overflowWrap: "anywhere" }}>
          <div>
            <Text>{SUPPRESSION_SENTENCES[row.reason]}</Text>
            <Text size="sm" c="dimmed">
              {scopeLabel(row.scope, nameOfTopic)} · Since {formatDateTime(row.created_at)}
            </Text>
            {row.note && <Text size="sm">“{row.note}”</Text>}
            {row.wish && <Text size="sm">Before that: {SUPPRESSION_SENTENCES[row.wish]}</Text>}
            {row.contact_id && (
              <Anchor
                size="sm"
                renderRoot={(props) => (
                  <Link to={PATHS.leads} search={{ lead: row.contact_id ?? "", all: "yes" }} {...props} />
                )}
              >
                See this lead
              </Anchor>
            )}
          </div>
          <HowItEnds row={row} onClose={onClose} />
        </Stack>
      )}
    </FormDialog>
  );
}

const LIFTABLE: readonly string[] = LIFTED_BY_TEAM;
const RETURNING: readonly string[] = ["unsubscribe", "erased"];

function HowItEnds({ row, onClose }: { row: ListedSuppression; onClose: () => void }) {
  const { email, reason, scope, contact_id } = row;
  const mayLift = useHasPermission("connections.manage");
  if (RETURNING.includes(reason))
    return <Text size="sm">Only they can change that, by signing up again.</Text>;
  if (!LIFTABLE.includes(reason))
    return <Text size="sm">This can’t be lifted: more e-mail there would keep yours out of inboxes.</Text>;
  if (email === null) return <Text size="sm">This stays, because we don’t know the address anymore.</Text>;
  if (!mayLift) return <Text size="sm">The owner or an admin can allow e-mail again.</Text>;
  return (
    <LiftForm
      of={{ name: "", email }}
      topic={scope ?? undefined}
      hint={contact_id ? "Added to their timeline." : "Goes into the activity log."}
      onClose={onClose}
    />
  );
}
