import "#src/kit/deferred.css";
import { Badge, Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus, IconRoute } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { SequenceSummary } from "#src/features/email/sequences/contract.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import classes from "#src/kit/ItemList.module.css";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { useOpenParam } from "#src/kit/use-open-param.ts";
import { PATHS } from "#src/lib/paths.ts";
import { SequenceMenu } from "./SequenceMenu.tsx";
import { insideWords, SEQUENCE_LABELS } from "./sequence-labels.ts";
import { sequencesQuery } from "./shared/sequence-queries.ts";

const NewSequenceDialog = lazyDialog(async () => (await import("./NewSequenceDialog.tsx")).NewSequenceDialog);

const LOOK_MS = 10_000;

/** `/dashboard/marketing/sequences`: the account's sequences. */
export function SequencesPage() {
  const [choosing, choose] = useDisclosure(false);
  const { page } = useSearch({ from: `/shell${PATHS.sequences}` });
  // The parameters go as the dialog opens.
  const [pageId, setPageId] = useState(page);
  useOpenParam("create", () => {
    setPageId(page);
    choose.open();
  });
  const query = useQuery({ ...sequencesQuery(), refetchInterval: LOOK_MS });
  const items = query.data?.items;
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={choose.open}>
      New sequence
    </Button>
  );
  return (
    <>
      <PageTitle
        title="Sequences"
        actions={
          <>
            <Button variant="default" renderRoot={(props) => <Link to={PATHS.incomingWebhooks} {...props} />}>
              Incoming webhooks
            </Button>
            {items && items.length > 0 && add}
          </>
        }
      >
        What happens by itself to each fan who signs up, buys, or has a birthday
      </PageTitle>
      {!items && <QueryState query={query} failure="We couldn’t load your sequences." height={160} />}
      {items?.length === 0 && (
        <EmptyPanel
          size="lg"
          icon={<IconRoute />}
          title="No sequences yet"
          description="A sequence greets each new fan, writes again days later, and stops once they reply or buy. Start from one of eight that we’ve prepared, such as a welcome in three e-mails."
        >
          {add}
        </EmptyPanel>
      )}
      {items && items.length > 0 && (
        <ul className={classes.list} aria-label="Sequences">
          {items.map((sequence) => (
            <Row key={sequence.id} sequence={sequence} />
          ))}
        </ul>
      )}
      <NewSequenceDialog opened={choosing} pageId={pageId} taken={items ?? []} onClose={choose.close} />
    </>
  );
}

function Row({ sequence }: { sequence: SequenceSummary }) {
  const { id, name, state, counts, mails } = sequence;
  const { color, label } = SEQUENCE_LABELS[state];
  return (
    <li className={classes.row}>
      <Link to={PATHS.sequence} params={{ id }} className={`mantine-focus-auto ${classes.words}`}>
        <span className={classes.name} dir="auto">
          {name}
        </span>
        <span className={classes.facts}>
          <Badge component="span" size="sm" variant="light" color={color} tt="none">
            {label}
          </Badge>
          <span>{plural(mails, "e-mail")}</span>
          <span>{insideWords(counts.inside)}</span>
          <span>{plural(counts.completed, "person finished", "people finished")}</span>
        </span>
      </Link>
      <SequenceMenu sequence={sequence} />
    </li>
  );
}
