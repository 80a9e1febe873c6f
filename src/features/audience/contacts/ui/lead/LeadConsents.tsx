import { Blockquote, Text, Title } from "@mantine/core";
import { useId } from "react";
import { NEWS_TOPIC } from "#src/features/audience/consent-records/rules.ts";
import type { ContactDetails } from "../../contract.ts";
import classes from "../Leads.module.css";
import { useTopics } from "../shared/use-topics.ts";
import { consentLabels, noConsentLabel } from "./consent-labels.ts";

/** A lead's consents, in the original words, with their proof. */
export function LeadConsents({ contact }: { contact: ContactDetails }) {
  const titleId = useId();
  const { consents, suppressions, origin } = contact;
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
          {noConsentLabel(origin.by)}
        </Text>
      )}
      {left.length > 0 && <Text size="sm">Has left: {left.join(", ")}</Text>}
      {consents.map((consent) => (
        <div key={consent.topic}>
          {consent.topic !== NEWS_TOPIC && <Text fw={600}>{nameOfTopic(consent.topic)}</Text>}
          <Blockquote p="sm" my="xs" className={classes.consent}>
            {consent.text}
          </Blockquote>
          {consentLabels(consent, origin).map((line) => (
            <Text key={line} size="sm" c="dimmed">
              {line}
            </Text>
          ))}
        </div>
      ))}
    </section>
  );
}
