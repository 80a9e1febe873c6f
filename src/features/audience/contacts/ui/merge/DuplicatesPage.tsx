import "#src/kit/deferred.css";
import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { BackLink } from "#src/kit/BackLink.tsx";
import { Card } from "#src/kit/Card.tsx";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { PATHS } from "#src/lib/paths.ts";
import type { Contact } from "../../contract.ts";
import type { DuplicateGroup } from "../../merge/merge-contract.ts";
import { StatusBadge } from "../list/contact-columns.tsx";
import { MergeButton } from "./MergeButton.tsx";
import { mergeApi } from "./merge-queries.ts";

/** `/dashboard/marketing/leads/duplicates`: possible duplicates. */
export function DuplicatesPage() {
  const found = useQuery(mergeApi.duplicates.queryOptions({ staleTime: 0 }));
  return (
    <>
      <BackLink to={PATHS.leads}>Leads</BackLink>
      <PageTitle title="Duplicates">Leads who share an inbox or a phone number</PageTitle>
      {found.isPending && <Skeleton h={240} radius="lg" />}
      {found.error && (
        <ErrorPanel
          error={found.error}
          fallback="Your duplicates didn’t load."
          onRetry={() => void found.refetch()}
        />
      )}
      {found.data?.items.length === 0 && (
        <EmptyPanel
          icon={<IconUsers />}
          title="No duplicates"
          description="No two of your leads share an inbox or a phone number. To merge two others, select them in the list."
        >
          <Button component={Link} to={PATHS.leads}>
            See your leads
          </Button>
        </EmptyPanel>
      )}
      <Stack gap="lg" maw={720}>
        {found.data?.items.map((group) => (
          <AlikeCard key={`${group.kind} ${group.contacts[0]?.id}`} group={group} />
        ))}
      </Stack>
    </>
  );
}

/** Merges the first two of them, until there's one. */
function AlikeCard({ group: { kind, contacts } }: { group: DuplicateGroup }) {
  const [first, second] = contacts;
  if (!first || !second) return null;
  return (
    <Card title={kind === "phone" ? `Phone ${first.phone}` : "One inbox"}>
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }}>
        {contacts.map((contact) => (
          <li key={contact.id}>
            <OneOfThem contact={contact} />
          </li>
        ))}
      </Stack>
      <Group>
        <MergeButton
          pair={[first.id, second.id]}
          label={`Merge ${first.email} and ${second.email}`}
          onMerged={() => undefined}
        />
      </Group>
    </Card>
  );
}

function OneOfThem({ contact: { id, name, email, status } }: { contact: Contact }) {
  return (
    <Group gap="xs" style={{ overflowWrap: "anywhere" }}>
      <Link to={PATHS.leads} search={{ lead: id, all: "yes" }} className="plain-link">
        {email}
      </Link>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <StatusBadge status={status} />
    </Group>
  );
}
