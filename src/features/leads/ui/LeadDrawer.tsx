import { Anchor, Blockquote, Button, Drawer, Stack, Text, Title } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { whenWords } from "#src/kit/when.ts";
import { siteOf } from "#src/lib/referrers.ts";
import type { Lead } from "../contract.ts";
import classes from "./Leads.module.css";
import { countryName, mailTo, sourceName } from "./lead-words.ts";

interface LeadDrawerProps {
  lead: Lead | undefined;
  isRemoving: boolean;
  onClose: () => void;
  /** Undefined for people who may not delete leads. */
  onRemove: ((lead: Lead) => void) | undefined;
}

/** Everything we store about a lead, with proof of what they agreed to. */
export function LeadDrawer({ lead, isRemoving, onClose, onRemove }: LeadDrawerProps) {
  return (
    <Drawer opened={lead !== undefined} onClose={onClose} title={lead?.name} position="right" size="md">
      {lead && (
        <Stack gap="lg">
          <Details lead={lead} isMasked={!onRemove} />
          <Consent lead={lead} />
          {onRemove && (
            <Button
              variant="light"
              color="red"
              leftSection={<IconTrash size={18} />}
              loading={isRemoving}
              onClick={() => onRemove(lead)}
            >
              Delete lead
            </Button>
          )}
        </Stack>
      )}
    </Drawer>
  );
}

function Details({ lead, isMasked }: { lead: Lead; isMasked: boolean }) {
  return (
    <dl className={classes.details}>
      <Detail term="E-mail">
        {isMasked ? (
          lead.email
        ) : (
          <Anchor href={mailTo(lead.email)} inherit>
            {lead.email}
          </Anchor>
        )}
      </Detail>
      <Detail term="Phone">
        {lead.phone === null ? (
          "–"
        ) : (
          <Anchor href={`tel:${lead.phone.replace(/[^\d+]/g, "")}`} inherit>
            {lead.phone}
          </Anchor>
        )}
      </Detail>
      <Detail term="Profile">{lead.profile_name || "–"}</Detail>
      <Detail term="Source">{sourceName(lead.lead_source)}</Detail>
      <Detail term="Came from">
        {lead.referrer_host === "" ? "Direct or unknown" : siteOf(lead.referrer_host).label}
      </Detail>
      <Detail term="Country">{countryName(lead.country)}</Detail>
      <Detail term="Signed up">
        <time dateTime={lead.created_at}>{whenWords(lead.created_at)}</time>
      </Detail>
    </dl>
  );
}

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Consent({ lead }: { lead: Lead }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <Title order={3} size="h5" id={titleId}>
        Proof of consent
      </Title>
      <Blockquote p="sm" my="xs" className={classes.consent}>
        {lead.consent_text}
      </Blockquote>
      <Text size="sm" c="dimmed">
        The form showed this text, and {lead.name} agreed to it on {whenWords(lead.consented_at)}. Version{" "}
        {lead.consent_version}.
      </Text>
    </section>
  );
}
