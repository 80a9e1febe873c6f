import { Anchor, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useSelectedProfile } from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { formatNumber } from "#src/kit/plural.ts";
import type { Contact } from "../../contract.ts";
import { addressRisk } from "../../page/address-quality.ts";
import classes from "../Leads.module.css";
import {
  ADDRESS_RISK_LABELS,
  countryName,
  formatPath,
  mailTo,
  originLabel,
} from "../shared/contact-labels.ts";

/** The lead's data that can't be edited here. */
export function LeadDetails({ contact, isMasked }: { contact: Contact; isMasked: boolean }) {
  const { profiles } = useSelectedProfile();
  const nameOfProfile = (id: string) => profiles.find((one) => one.id === id)?.name;
  const names = contact.profile_ids.map(nameOfProfile).filter(Boolean);
  const { first_touch, last_touch, origin } = contact;
  const isSignUp = origin.by === "sign_up";
  const odd = addressRisk(contact.email);
  return (
    <dl className={classes.details}>
      <Detail term="E-mail">
        {isMasked ? (
          contact.email
        ) : (
          <Anchor href={mailTo(contact.email)} inherit>
            {contact.email}
          </Anchor>
        )}
        {odd && (
          <Text size="sm" c="dimmed">
            {ADDRESS_RISK_LABELS[odd].text}
          </Text>
        )}
      </Detail>
      <Detail term="Phone">
        {contact.phone === null ? (
          "–"
        ) : (
          <Anchor href={`tel:${contact.phone.replace(/[^\d+]/g, "")}`} inherit>
            {contact.phone}
          </Anchor>
        )}
      </Detail>
      <Detail term={names.length > 1 ? "Profiles" : "Profile"}>{names.join(", ") || "–"}</Detail>
      <Detail term="First came from">
        {isSignUp && first_touch ? formatPath(first_touch, nameOfProfile) : originLabel(origin)}
      </Detail>
      {last_touch && last_touch.at !== origin.at && (
        <Detail term="Last came from">
          {formatPath(last_touch, nameOfProfile)}, {formatDateTime(last_touch.at)}
        </Detail>
      )}
      {contact.score !== 0 && <Detail term="Score">{formatNumber(contact.score)}</Detail>}
      <Detail term="Country">{countryName(contact.country)}</Detail>
      <Detail term={isSignUp ? "Signed up" : "Added"}>
        <time dateTime={contact.created_at}>{formatDateTime(contact.created_at)}</time>
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
